import Model
import Testing

@testable import Brightness

@Suite struct FaultTests {
  private let desk = CoreDesk(panel: 60)

  @Test func `a fault stays until the light is written, and is told once`() {
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.hold(.at(20), owner(2))
    let change = desk[panel]?.change ?? 0

    #expect(desk.refused(panel).outputs.flatMap(\.faults) == [panel])
    #expect(desk[panel]?.reason == "no answer")
    #expect(desk[panel]?.state == .unavailable)
    #expect(desk[panel]?.change == change + 1)

    #expect(desk.refused(panel).outputs.flatMap(\.faults) == [])
    #expect(desk[panel]?.change == change + 1)

    #expect(desk.wrote(20, on: panel).outputs.flatMap(\.faults) == [panel])
    #expect(desk[panel]?.reason == nil)
    #expect(desk[panel]?.change == change + 2)
  }

  @Test func `a fault of a light that is not known is none`() {
    let outcome = desk.refused(monitor)

    #expect(outcome.outputs.flatMap(\.faults) == [])
    #expect(outcome.before == outcome.after)
  }

  @Test func `a fault ends with its device`() {
    desk.hold(.at(100), owner(1))
    desk.refused(panel)

    desk.disconnect(panel)
    #expect(desk.state.lights[panel]?.fault == nil)
    #expect(desk[panel]?.reason == nil)

    desk.connect(panel, .panel, range: range(100), raw: 60)
    #expect(desk.state.lights[panel]?.fault == nil)
    #expect(desk[panel]?.state == .held)
  }

  @Test func `a new level is a new attempt, and ends the fault`() throws {
    desk.hold(.at(100), owner(1))
    desk.refused(panel)

    let outcome = try desk.set(panel, to: .raw(30))

    #expect(outcome.goal() == 30)
    #expect(outcome.outputs.flatMap(\.faults) == [panel])
    #expect(desk[panel]?.reason == nil)
  }

  @Test func `a level that was refused is tried once more when it is set again`() throws {
    try desk.set(panel, to: .raw(30))
    desk.refused(panel)

    #expect(try desk.set(panel, to: .raw(30)).goal() == 30)
  }

  @Test func `a driver that hangs is a fault until it answers`() throws {
    desk.hold(.at(100), owner(1))

    desk.send(.light(panel, .hangs))
    #expect(desk[panel]?.reason == "its driver does not answer")
    #expect(desk.state.isSettled)

    desk.send(.light(panel, .answers))
    #expect(desk[panel]?.reason == nil)
    #expect(!desk.state.isSettled)
  }

  @Test func `a level that the kernel refused without a reason is requested again`() {
    let outcome = desk.hold(.at(100), owner(1))

    #expect(desk.send(.light(panel, .rejected)).requests.map(\.request) == outcome.requests.map(\.request))
  }

  @Test func `a light whose record could not be cleared is at rest, and stays recorded`() throws {
    desk.settled(desk.hold(.at(100), owner(1)))
    let released = desk.release(owner(1))
    #expect(released.requests.map(\.request.record?.base.setting.raw) == [60])
    desk.settled(released)

    desk.send(.light(panel, .uncleared(Fault(.uncleared, "read-only"))))

    #expect(desk[panel]?.state == .free)
    #expect(desk[panel]?.reason == "read-only")
    #expect(desk.state.isSettled)
    #expect(try desk.set(panel, to: .raw(30)).requests.map(\.request.record?.base.setting.raw) == [30])
  }

  @Test func `a light whose record was cleared is set without a record`() throws {
    desk.settled(desk.hold(.at(100), owner(1)))
    desk.settled(desk.release(owner(1)))

    #expect(try desk.set(panel, to: .raw(30)).requests.map(\.request.record) == [nil])
  }

  @Test func `a light is read anew after a sleep, and its request is sent again`() {
    desk.settled(desk.hold(.at(100), owner(1)))

    #expect(desk.send(.resumed).outputs.flatMap(\.rereads) == [panel])
    #expect(!desk.state.isSettled)

    #expect(desk.found(30, on: panel).requests.map(\.request.goal) == [100])
    #expect(desk[panel]?.base.setting.raw == 60)
  }

  @Test func `a light that rested keeps its base over a sleep where it shows the same step`() {
    desk.move(to: 0)

    desk.send(.resumed)

    #expect(desk.found(0, on: panel).orders == [:])
    #expect(desk[panel]?.base.setting.raw == 0)
  }
}
