import BrightnessModel
import Testing

@testable import Brightness

@Suite struct FaultTests {
  private let harness = CoreHarness(panel: 60)

  @Test func `a fault stays until the light is written, and is reported once`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.hold(.at(20), key(2))
    let change = harness[panel]?.change ?? 0

    #expect(harness.refused(panel).outputs.flatMap(\.faults) == [panel])
    #expect(harness[panel]?.reason == "no answer")
    #expect(harness[panel]?.state == .unavailable)
    #expect(harness[panel]?.change == change + 1)

    #expect(harness.refused(panel).outputs.flatMap(\.faults) == [])
    #expect(harness[panel]?.change == change + 1)

    #expect(harness.wrote(20, on: panel).outputs.flatMap(\.faults) == [panel])
    #expect(harness[panel]?.reason == nil)
    #expect(harness[panel]?.change == change + 2)
  }

  @Test func `a fault of an unknown light is ignored`() {
    let outcome = harness.refused(monitor)

    #expect(outcome.outputs.flatMap(\.faults) == [])
    #expect(outcome.before == outcome.after)
  }

  @Test func `a fault ends when its device is disconnected`() {
    harness.hold(.at(100), key(1))
    harness.refused(panel)

    harness.disconnect(panel)
    #expect(harness.state.lights[panel]?.fault == nil)
    #expect(harness[panel]?.reason == nil)

    harness.connect(panel, .panel, range: range(100), raw: 60)
    #expect(harness.state.lights[panel]?.fault == nil)
    #expect(harness[panel]?.state == .held)
  }

  @Test func `a new level is a new attempt, and ends the fault`() throws {
    harness.hold(.at(100), key(1))
    harness.refused(panel)

    let outcome = try harness.set(panel, to: .raw(30))

    #expect(outcome.target() == 30)
    #expect(outcome.outputs.flatMap(\.faults) == [panel])
    #expect(harness[panel]?.reason == nil)
  }

  @Test func `a refused level is retried when it is set again`() throws {
    try harness.set(panel, to: .raw(30))
    harness.refused(panel)

    #expect(try harness.set(panel, to: .raw(30)).target() == 30)
  }

  @Test func `a driver that hangs is a fault until it answers`() throws {
    harness.hold(.at(100), key(1))

    harness.send(.light(panel, .hangs))
    #expect(harness[panel]?.reason == "its driver does not answer")
    #expect(harness.state.isAtRest)

    harness.send(.light(panel, .answers))
    #expect(harness[panel]?.reason == nil)
    #expect(!harness.state.isAtRest)
  }

  @Test func `a level that the kernel refused without a reason is requested again`() {
    let outcome = harness.hold(.at(100), key(1))

    #expect(harness.send(.light(panel, .rejected)).requests.map(\.request) == outcome.requests.map(\.request))
  }

  @Test func `a light whose record could not be removed is free, and stays on record`() throws {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    let released = harness.release(key(1))
    #expect(released.requests.map(\.request.record?.base.setting.raw) == [60])
    harness.completeWrites(released)

    harness.send(.light(panel, .uncleared(Fault(.uncleared, "read-only"))))

    #expect(harness[panel]?.state == .free)
    #expect(harness[panel]?.reason == "read-only")
    #expect(harness.state.isAtRest)
    #expect(try harness.set(panel, to: .raw(30)).requests.map(\.request.record?.base.setting.raw) == [30])
  }

  @Test func `a record that could not be removed is removed although the range is another one by then`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.completeWrites(harness.release(key(1)))
    harness.send(.light(panel, .uncleared(Fault(.uncleared, "read-only"))))

    let changed = harness.change(panel, .panel, range: range(200), raw: 120)

    #expect(changed.requests.map(\.request.isReturn) == [true])
    #expect(changed.requests.map(\.request.record?.base.setting.raw) == [120])
  }

  @Test func `a light whose record cannot be removed keeps no call waiting`() {
    harness.completeWrites(harness.hold(.at(60), key(1)))
    harness.open(2, 0)
    harness.call(2, .reset(user: nil))

    let outcome = harness.send(.light(panel, .uncleared(Fault(.uncleared, "no space"))))

    #expect(outcome.replies(SessionID(2)) == [.reset(1)])
    #expect(harness.state.isAtRest)
  }

  @Test(arguments: [nil, 80.0])
  func `a light that cannot be read is unavailable until it can, and is not written`(held: Double?) {
    if let held { harness.completeWrites(harness.hold(.at(held), key(1))) }

    let refused = harness.refused(panel)

    #expect(refused.requests.isEmpty)
    #expect(harness[panel]?.state == .unavailable)
    #expect(harness[panel]?.reason == "no answer")

    let answered = harness.send(.light(panel, .answers))

    #expect(answered.requests.isEmpty)
    #expect(harness[panel]?.state == (held == nil ? .free : .held))
    #expect(harness[panel]?.reason == nil)
  }

  @Test func `a level that a light seems to show is a new attempt after a failed reading`() {
    harness.refused(panel)

    let outcome = harness.call(0, .set([panel], .raw(60), allowOff: false, fade: nil))

    #expect(outcome.replies(SessionID(0)) == [])
    #expect(harness.recorded(panel).texts(to: 0) == ["set backlight/panel 60."])
  }

  @Test func `a light that was to be recorded and went before it was read is forgotten`() {
    harness.hold(.at(100), key(1))
    harness.release(key(1))
    harness.found(40, on: panel)

    harness.disconnect(panel)

    #expect(harness.ids == [])
  }

  @Test func `a light whose record was removed is set without a record`() throws {
    harness.completeWrites(harness.hold(.at(100), key(1)))
    harness.completeWrites(harness.release(key(1)))

    #expect(try harness.set(panel, to: .raw(30)).requests.map(\.request.record) == [nil])
  }

  @Test func `after a resume a light is read again, and its request is sent again`() {
    harness.completeWrites(harness.hold(.at(100), key(1)))

    #expect(harness.send(.resumed).outputs.flatMap(\.rereads) == [panel])
    #expect(!harness.state.isAtRest)

    #expect(harness.found(30, on: panel).requests.map(\.request.target) == [100])
    #expect(harness[panel]?.base.setting.raw == 60)
  }

  @Test func `a free light that shows the same raw value after a resume keeps its base`() {
    harness.move(to: 0)

    harness.send(.resumed)

    #expect(harness.found(0, on: panel).newTargets == [:])
    #expect(harness[panel]?.base.setting.raw == 0)
  }
}
