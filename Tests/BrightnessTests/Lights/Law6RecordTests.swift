import Testing

@testable import Brightness

@Suite struct Law6RecordTests {
  @Test func `a base that moves under a claim is owed as it is now, and what is unwritten is told again`() throws {
    var lights = Lights.showing(panel: 60)
    _ = lights.hold(.at(100), owner(1), .rebase)

    let moved = try lights.set(panel, to: .raw(30))

    #expect(moved.changes.map(\.order) == [nil])
    #expect(moved.changes.map(\.unwritten) == [100])
    #expect(moved.changes.map(\.view.base.setting.raw) == [30])
  }

  @Test func `a scene whose light has a base that cannot be recorded ends everywhere, and nothing is written`() {
    var lights = Lights.showing(panel: 60)
    _ = lights.appeared(monitor, .monitor, range: range(100), raw: 30)
    lights.settled(lights.hold(.at(100), owner(2)))
    _ = lights.released(owner(2))
    lights.settled(lights.wrote60And30())
    _ = lights.hold(.at(100), owner(1))

    let outcome = lights.unrecorded(panel)

    #expect(outcome.cancelled == [owner(1)])
    #expect(outcome.order(panel) == nil)
    #expect(lights[panel]?.standing == .free)
    #expect(outcome.order(monitor) == 30)
  }

  @Test func `a base that cannot be recorded as it is now ends the holds, and is written`() throws {
    var lights = Lights.showing(panel: 60)
    lights.settled(lights.hold(.at(100), owner(1), .rebase))
    _ = try lights.set(panel, to: .raw(30))

    let outcome = lights.unrecorded(panel)

    #expect(outcome.cancelled == [owner(1)])
    #expect(outcome.order() == 30)
  }
}

extension Lights {
  fileprivate mutating func wrote60And30() -> LightsOutcome {
    _ = wrote(60, on: panel)
    return wrote(30, on: monitor)
  }
}
