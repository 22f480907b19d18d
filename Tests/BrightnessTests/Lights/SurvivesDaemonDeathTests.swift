import Model
import Testing

@testable import Brightness

@Suite struct SurvivesDaemonDeathTests {
  @Test func `a base that moves under a claim is recorded as it is now, and the unwritten step requested again`() throws
  {
    let desk = CoreDesk(panel: 60)
    desk.hold(.at(100), owner(1), .rebase)

    let moved = try desk.set(panel, to: .raw(30))

    #expect(moved.order() == nil)
    #expect(moved.requests.map(\.request.goal) == [100])
    #expect(moved.requests.map(\.request.record?.base.setting.raw) == [30])
  }

  @Test func `a scene whose light has a base that cannot be recorded ends everywhere, and nothing is written`() {
    let desk = CoreDesk(panel: 60)
    desk.connect(monitor, .monitor, range: range(100), raw: 30)
    desk.settled(desk.hold(.at(100), owner(2)))
    desk.release(owner(2))
    desk.wrote(60, on: panel)
    desk.wrote(30, on: monitor)
    desk.hold(.at(100), owner(1))

    let outcome = desk.unrecorded(panel)

    #expect(outcome.cancelled == [owner(1)])
    #expect(outcome.order(panel) == nil)
    #expect(desk[panel]?.state == .free)
    #expect(outcome.order(monitor) == 30)
  }

  @Test func `a base that cannot be recorded as it is now ends the holds, and is written`() throws {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1), .rebase))
    try desk.set(panel, to: .raw(30))

    let outcome = desk.unrecorded(panel)

    #expect(outcome.cancelled == [owner(1)])
    #expect(outcome.order() == 30)
  }
}
