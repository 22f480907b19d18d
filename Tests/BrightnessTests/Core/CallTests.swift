import Model
import Testing

@testable import Brightness

@Suite struct CallTests {
  private let desk = CoreDesk(panel: 60)

  @Test func `a call of a session that is not there is refused, and changes nothing`() throws {
    let before = desk.state
    let calls: [Call] = [
      .push(try request()), .hold(try request()), .appear(SceneID(1)), .disappear(SceneID(1)), .pop(from: SceneID(1)),
      .cancel(SessionID(3)),
    ]

    for call in calls {
      let outcome = desk.call(3, call)
      #expect(outcome.replies(SessionID(3)) == [.failed(.session(.noSuchSession(SessionID(3))))])
      #expect(outcome.told(3) == ["cannot find '3': there is no such session."])
    }
    #expect(desk.state == before)
  }

  @Test func `a call for a scene that is not there is refused, and changes nothing`() throws {
    desk.open(1, with: try request())
    let before = desk.state

    for call in [Call.appear(SceneID(2)), .disappear(SceneID(2)), .pop(from: SceneID(2))] {
      let outcome = desk.call(1, call)
      #expect(outcome.replies(SessionID(1)) == [.failed(.session(.noSuchScene(SceneID(2))))])
      #expect(outcome.told(1) == ["cannot find '2': the session has no such scene."])
    }
    #expect(desk.state == before)
  }

  @Test func `a scene of another session is not there`() throws {
    desk.open(1, with: try request(), try request())
    desk.open(2, with: try request())

    #expect(desk.disappear(owner(2, 2)).replies(SessionID(2)) == [.failed(.session(.noSuchScene(SceneID(2))))])
  }

  @Test func `cancelling a session ends it, and closes its connection`() throws {
    desk.open(1, with: try request())
    desk.open(2, 0)
    desk.settled(desk.appear(owner(1)))

    let outcome = desk.call(2, .cancel(SessionID(1)))

    #expect(outcome.told(2) == ["done."])
    #expect(outcome.outputs.flatMap(\.closing) == [SessionID(1)])
    #expect(outcome.orders == [panel: 60])
    #expect(outcome.after.view(of: panel)?.author == peer())
    #expect(desk.state.scene(owner(1)) == nil)
  }
}

@Suite struct WaitingCallTests {
  private let desk = CoreDesk(panel: 60)

  init() {
    desk.connect(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)
  }

  @Test func `a level that one of two lights cannot have moves neither`() throws {
    let before = desk.state

    let outcome = desk.call(0, .set([panel, keyboard], .raw(50), allowOff: false, fade: nil))

    #expect(outcome.replies(caller) == [.failed(.level(keyboard, .rawOutOfRange(50, maximum: 3)))])
    #expect(outcome.requests.isEmpty)
    #expect(desk.state == before)
  }

  @Test func `a set level is confirmed when all its lights show it`() {
    let begun = desk.call(0, .set([panel, keyboard], .share(.all), allowOff: false, fade: nil))
    #expect(begun.orders == [panel: 100, keyboard: 3])
    #expect(begun.messages == [])

    #expect(desk.wrote(100, on: panel).messages == [])

    #expect(desk.wrote(3, on: keyboard).told(0) == ["set backlight/panel 100, leds/keyboard 3."])
    #expect(desk.state.openCallCount == 0)
  }

  @Test func `a set level that a light refuses is answered with the reason when the others are done`() {
    desk.call(0, .set([panel, keyboard], .share(.all), allowOff: false, fade: nil))
    #expect(desk.refused(panel).messages == [])

    let outcome = desk.wrote(3, on: keyboard)

    #expect(outcome.replies(caller) == [.failed(.notWritable(panel, reason: "no answer"))])
  }

  @Test func `a set level fades, and a way back only where the user asked for it`() throws {
    let fade = Duration.milliseconds(200)

    let set = desk.call(0, .set([panel], .raw(30), allowOff: false, fade: fade))
    #expect(set.requests.map(\.request.fade) == [fade])
    desk.settled(set)

    desk.open(1, with: try SceneRequest(claims: [Claim(.at(100))], fade: fade))
    let appeared = desk.appear(owner(1))
    #expect(appeared.requests.map(\.request.fade) == [fade])
    desk.settled(appeared)

    #expect(desk.disappear(owner(1)).requests.map(\.request.fade) == [nil])
  }

  @Test func `a scene's appearance and disappearance are answered when its lights are there`() throws {
    desk.open(1, with: try request())

    #expect(desk.appear(owner(1)).messages == [])
    #expect(desk.wrote(100, on: panel).told(1) == ["done."])

    let disappeared = desk.disappear(owner(1))
    #expect(disappeared.messages == [])
    #expect(desk.settled(disappeared).told(1) == ["done."])
  }

  @Test func `a hold whose base cannot be recorded fails, and holds nothing`() throws {
    desk.open(1)
    desk.call(1, .hold(try request()))

    let outcome = desk.unrecorded(panel)

    #expect(outcome.replies(SessionID(1)) == [.failed(.unrecorded("no space"))])
    #expect(outcome.cancelled == [owner(1)])
    #expect(desk.counting == [])
    #expect(desk.state.openCallCount == 0)
  }

  @Test func `an appearance whose base cannot be recorded fails`() throws {
    desk.open(1, with: try request())
    desk.appear(owner(1))

    #expect(desk.unrecorded(panel).replies(SessionID(1)) == [.failed(.unrecorded("no space"))])
  }

  @Test func `a settled hold whose base cannot be recorded is cancelled`() throws {
    desk.open(1)
    desk.settled(desk.call(1, .hold(try request(.at(100), .rebase))))
    try desk.set(panel, to: .raw(30))

    let outcome = desk.unrecorded(panel)

    #expect(outcome.told(1) == ["cancelled."])
    #expect(outcome.goal() == 30)
  }

  @Test func `a reset is answered with the number of other sessions, when all lights are back`() throws {
    for session in 1...3 { desk.open(session, with: try request()) }
    desk.settled(desk.appear(owner(1)))

    let begun = desk.call(3, .reset(.everyone))
    #expect(begun.orders == [panel: 60])
    #expect(begun.messages == [])
    #expect(begun.outputs.flatMap(\.closing) == [])

    let outcome = desk.settled(begun)
    #expect(outcome.told(3) == ["reset 2."])
    #expect(outcome.outputs.flatMap(\.closing) == [SessionID(1), SessionID(2), SessionID(3)])
  }

  @Test func `a call that waits for a light is answered when the light is disconnected`() throws {
    desk.open(1, with: try request())
    desk.appear(owner(1))

    #expect(desk.disconnect(panel).told(1) == ["done."])
  }

  @Test func `a call that waits for a light that cannot be read is answered`() throws {
    let desk = CoreDesk()
    desk.open(1, with: try request())
    desk.send(.light(panel, .connected(LightDevice(kind: .panel, maximum: 100, scale: .linear))))
    #expect(desk.appear(owner(1)).messages == [])

    #expect(desk.refused(panel).told(1) == ["done."])
  }

  @Test func `a call that waits for a light without steps is answered`() throws {
    let desk = CoreDesk()
    desk.open(1, with: try request())
    desk.send(.light(panel, .connected(LightDevice(kind: .panel, maximum: 0, scale: .linear))))
    desk.appear(owner(1))

    #expect(desk.found(0, on: panel).told(1) == ["done."])
    #expect(desk[panel] == nil)
  }

  @Test func `a call dies with its connection`() throws {
    desk.open(1, with: try request())
    desk.appear(owner(1))

    #expect(desk.end(1).messages == [])
    #expect(desk.state.openCallCount == 0)
  }
}
