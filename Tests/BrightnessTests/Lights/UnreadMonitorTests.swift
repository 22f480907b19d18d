import BrightnessModel
import Testing

@testable import Brightness

/// Monitors that were connected and not read: whether they are read is decided by claims, records
/// and calls.
@Suite struct UnreadMonitorTests {
  private let harness = CoreHarness(panel: 60)
  private let monitor = LightID(.ddc, "monitor")
  private let other = LightID(.ddc, "other")

  init() { plug(monitor) }

  private func device(_ maximum: Int?) -> LightDevice {
    LightDevice(kind: .monitor, maximum: maximum, scale: .linear)
  }

  @discardableResult
  private func plug(_ light: LightID, record: RecordedBase? = nil) -> Outcome {
    harness.send(.light(light, .connected(device(nil), record: record)))
  }

  /// The first reply of a monitor, which says its range.
  @discardableResult
  private func answer(_ light: LightID, _ raw: Int, of maximum: Int = 100) -> Outcome {
    harness.send(.light(light, .changed(device(maximum))), .light(light, .found(raw)))
  }

  private func set(_ lights: LightID..., to level: Level = .raw(70), by session: Int = 0) -> Outcome {
    harness.call(session, .set(lights, level, allowOff: false, fade: nil))
  }

  @Test func `an unread monitor is listed with the reason why it was not read, and is not visible`() {
    #expect(harness.state.listedLights == [panel, monitor])
    #expect(harness.state.lights[monitor]?.isUnreadMonitor == true)
    #expect(harness.state.visibleLights.map(\.id) == [panel])

    harness.call(0, .read(monitor))
    harness.refused(monitor)

    #expect(harness.state.lights[monitor]?.fault?.reason == "no answer")
  }

  @Test func `an unread monitor is asked only for a claim that counts, until the claim ends`() throws {
    #expect(plug(other).firstReadings.isEmpty)
    let keyboards = try SceneRequest(claims: [Claim(.at(80), of: .kind(.keyboard))])
    harness.open(1, 1001, with: keyboards, try request())
    #expect(harness.appear(key(1)).firstReadings.isEmpty)

    #expect(harness.appear(key(1, 2)).firstReadings == [monitor: .untilRead, other: .untilRead])
    #expect(harness.suspend(1).firstReadings == [monitor: .no, other: .no])
    #expect(harness.resume().firstReadings == [monitor: .untilRead, other: .untilRead])
    #expect(harness.end(1).firstReadings == [monitor: .no, other: .no])
  }

  @Test(arguments: [false, true])
  func `a monitor with a record is asked once it is plugged in, and restored unless that is dropped`(isDropped: Bool) {
    let record = RecordedBase(Base(range(100).setting(raw: 30)), in: range(100))

    #expect(plug(other, record: record).firstReadings == [other: .untilRead])
    #expect(!harness.state.isAtRest)
    if isDropped { #expect(harness.send(.light(other, .recordDropped)).firstReadings == [other: .no]) }

    #expect(answer(other, 50).newTargets == (isDropped ? [:] : [other: 30]))
    #expect(harness[other]?.base.setting.raw == (isDropped ? 50 : 30))
  }

  @Test func `a monitor whose level may not have arrived before an unplug is asked when it is back`() {
    _ = set(monitor)
    answer(monitor, 40)
    harness.attempted(monitor)
    harness.disconnect(monitor)

    #expect(plug(monitor).firstReadings == [monitor: .untilRead])
    #expect(answer(monitor, 40).newTarget(monitor) == 70)
  }

  @Test func `a later claim asks again, and so does a user who allows it`() throws {
    harness.open(1, with: try request())
    harness.open(2, with: try request())
    harness.appear(key(1))
    harness.refused(monitor)
    #expect(harness.state.lights[monitor]?.fault != nil)

    #expect(harness.appear(key(2)).firstReadings == [monitor: .untilRead])
    #expect(harness.state.lights[monitor]?.fault == nil)
    #expect(harness.send(.light(monitor, .allowed)).firstReadings == [monitor: .untilRead])
    #expect(harness.send(.ended([SessionID(1), SessionID(2)])).firstReadings == [monitor: .no])
    #expect(harness.send(.light(monitor, .allowed)).firstReadings.isEmpty)
  }

  @Test func `a claim that counts again asks again, although another one waits already`() throws {
    harness.hold(.at(80), key(1))
    harness.hold(.at(50), key(2))
    harness.suspend(2)
    harness.refused(monitor)

    #expect(harness.resume().firstReadings == [monitor: .untilRead])
  }

  @Test func `a call that waits still asks when the last claim ends`() throws {
    harness.open(1, with: try request())
    harness.appear(key(1))
    #expect(set(monitor).firstReadings == [monitor: .untilRead])

    #expect(harness.end(1).firstReadings == [monitor: .once])
  }

  @Test func `a Set waits for the reading and then for the write`() {
    let begun = set(panel, monitor)
    #expect(begun.newTargets == [panel: 70])
    #expect(begun.firstReadings == [monitor: .once])
    #expect(harness.wrote(70, on: panel).messages == [])

    let read = answer(monitor, 40)
    #expect(read.newTargets == [monitor: 70])
    #expect(read.expected(monitor) == 40)
    #expect(read.messages == [])

    #expect(harness.wrote(70, on: monitor).texts(to: 0) == ["set backlight/panel 70, ddc/monitor 70."])
  }

  @Test func `a Set fails for a monitor that cannot be read, and the next one asks again`() {
    _ = set(panel, monitor)
    harness.wrote(70, on: panel)

    #expect(harness.refused(monitor).texts(to: 0) == ["set backlight/panel 70, ddc/monitor: no answer."])

    let again = set(monitor)
    #expect(again.messages == [])
    #expect(again.firstReadings == [monitor: .once])
  }

  @Test func `a Set whose reading failed does not set the light when it is read later`() {
    plug(other)
    _ = set(monitor, other)
    harness.send(.light(monitor, .hangs))

    #expect(answer(monitor, 40).newTargets.isEmpty)
    #expect(harness[monitor]?.base.setting.raw == 40)
  }

  @Test func `each Set that waits is carried out, in the order of their sessions`() {
    harness.open(1)
    harness.open(2)
    _ = set(monitor, to: .raw(30), by: 2)
    _ = set(monitor, to: .raw(70), by: 1)

    #expect(answer(monitor, 40).newTargets == [monitor: 30])
  }

  @Test func `a level that an unread light cannot have fails the call when the others are set`() {
    _ = set(panel, monitor)
    #expect(answer(monitor, 40, of: 50).messages == [])
    harness.recorded(monitor)

    let failure = CallFailure.level(monitor, .rawOutOfRange(70, maximum: 50))
    #expect(harness.wrote(70, on: panel).replies(caller) == [.failed(failure)])
    #expect(harness[monitor]?.base.setting.raw == 40)
    #expect(harness.state.openCallCount == 0)
  }

  @Test func `a step on top of a claim that follows the base level counts from the base level`() {
    harness.hold(.at(80), key(1), .rebase)
    _ = set(monitor, to: .up(.raw(10)))

    answer(monitor, 40)

    #expect(harness[monitor]?.base.setting.raw == 50)
    #expect(harness[monitor]?.decider == key(1))
  }

  @Test func `a Get is answered by the reading, before a claim is written`() throws {
    harness.open(1, with: try request())
    harness.appear(key(1))
    #expect(harness.call(0, .read(monitor)).messages == [])

    #expect(answer(monitor, 40).texts(to: 0) == ["done."])
  }

  @Test func `nothing is set for a session that ended, and a pulled plug answers the call`() {
    _ = set(monitor)
    harness.end(0)
    #expect(answer(monitor, 40).newTargets.isEmpty)

    plug(other)
    _ = set(other)
    #expect(harness.disconnect(other).texts(to: 0) == ["set ddc/other: it is not connected."])
    #expect(harness.state.listedLights == [panel, monitor])
  }

  @Test func `a hold is reported when the monitors that it covers were read and written`() throws {
    harness.open(1)
    harness.completeWrites(harness.call(1, .hold(try request())))
    #expect(!harness.state.isAtRest)

    let outcome = answer(monitor, 40)
    #expect(outcome.messages == [])
    #expect(harness.completeWrites(outcome).texts(to: 1) == ["holding"])
  }

  @Test func `an unread monitor is read again after a sleep only if a claim waits for it`() throws {
    #expect(harness.send(.resumed).outputs.flatMap(\.rereads) == [panel])
    harness.open(1, with: try request())
    harness.appear(key(1))

    #expect(harness.send(.resumed).outputs.flatMap(\.rereads) == [panel, monitor])
  }
}

extension Outcome {
  /// What writers of unread monitors are told.
  fileprivate var firstReadings: [LightID: FirstReading] {
    Dictionary(outputs.flatMap(\.firstReadings).map { ($0.light, $0.reading) }) { $1 }
  }
}
