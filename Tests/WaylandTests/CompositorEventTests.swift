import Testing

@testable import Wayland

@Suite struct CompositorEventTests {
  private static let seat = Seat(name: 5)
  private static let notification = WaylandObject.notification(of: seat, round: 3)

  @Test(
    arguments: [
      (.display, 0, [.number(4), .number(1), .text("no")], .refused(object: 4, code: 1)),
      (.display, 1, [.number(9)], .deleted(9)),
      (.registry, 0, [.number(8), .text("wl_shm"), .number(2)], .announced(interface: "wl_shm", name: 8, version: 2)),
      (.registry, 1, [.number(8)], .removed(name: 8)), (.firstAnswer, 0, [.number(77)], .answered),
      (.seat, 0, [.number(3)], .described), (.seat, 1, [.text("seat0")], .described),
      (Self.notification, 0, [], .idled(Self.seat, round: 3)),
      (Self.notification, 1, [], .resumed(Self.seat, round: 3)),
    ] as [(WaylandObject, UInt16, [WireMessage.Argument], CompositorEvent)]
  )
  func `the object and the code say what an event is`(
    object: WaylandObject,
    code: UInt16,
    arguments: [WireMessage.Argument],
    event: CompositorEvent
  ) throws {
    #expect(try CompositorEvent(WireMessage(to: 2, code: code, arguments), of: object) == event)
  }

  @Test(
    arguments: [
      // No such event.
      (.display, 2, []), (.registry, 2, []), (.firstAnswer, 1, []), (.notifier, 0, []), (Self.notification, 2, []),
      // Other arguments.
      (.display, 1, []), (.registry, 0, [.number(8), .text("wl_shm")]), (Self.notification, 0, [.number(1)]),
    ] as [(WaylandObject, UInt16, [WireMessage.Argument])]
  )
  func `any other event is refused`(
    object: WaylandObject,
    code: UInt16,
    arguments: [WireMessage.Argument]
  ) {
    #expect(throws: MalformedMessage()) {
      try CompositorEvent(WireMessage(to: 2, code: code, arguments), of: object)
    }
  }
}
