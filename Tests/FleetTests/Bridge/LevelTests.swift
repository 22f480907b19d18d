import BrightnessControl
import BrightnessModel
import Testing

@testable import Fleet

@Suite struct LevelTests {
  private let harness: FleetHarness

  init() throws {
    harness = try FleetHarness()
    harness.send(.light(panel, .sample(panel)), .light(monitor, .sample(monitor)))
  }

  /// The levels that were called since the last time.
  private func calls() -> [SetRequest] {
    harness.takeRequests().compactMap { if case .set(let call) = $0 { call } else { nil } }
  }

  private func set(_ percent: Int, _ light: LightID? = panel) {
    harness.receive("to/all/set\(light.map { "/\(LightTopicName(of: $0))" } ?? "")", "\(percent)")
  }

  @Test func `sets one light, or every screen`() {
    set(40)
    set(30, nil)
    harness.receive("to/kiosk-7/set/ddc--monitor", #"{"percent":20,"fadeMilliseconds":500}"#)

    #expect(
      calls() == [
        SetRequest(light: panel, level: LevelPayload(percent: 40)),
        SetRequest(light: nil, level: LevelPayload(percent: 30)),
        SetRequest(light: monitor, level: LevelPayload(percent: 20, fade: .milliseconds(500))),
      ]
    )
  }

  @Test func `a light has one call at a time, and the newest of several levels waits`() {
    for percent in [10, 20, 30] { set(percent) }
    #expect(calls().map(\.level.percent) == [10])

    harness.send(.levelSet(panel))
    #expect(calls().map(\.level.percent) == [30])

    harness.send(.levelSet(panel), .levelSet(panel))
    #expect(calls() == [])
  }

  @Test func `a monitor is set twelve times at once, then every ten seconds`() {
    for percent in 1...100 {
      set(percent, monitor)
      harness.send(.levelSet(monitor))
      harness.wait(.milliseconds(100))
    }

    #expect(calls().map(\.level.percent) == (1...12).map(Double.init) + [100])
  }

  @Test func `levels of every screen use the budget of each monitor`() {
    for percent in 1...12 {
      set(percent, nil)
      harness.send(.levelSet(nil))
    }
    #expect(calls().count == 12)

    set(50, monitor)
    set(60, panel)

    #expect(calls().map(\.light) == [panel])
  }

  @Test func `a panel has no budget`() {
    for percent in 1...100 {
      set(percent)
      harness.send(.levelSet(panel))
    }

    #expect(calls().count == 100)
  }

  @Test func `a light that is not there is refused, and one that goes is forgotten`() {
    set(40, LightID(.backlight, "other"))
    #expect(harness.state.refusals == [.noSuchLight: 1])
    set(40)
    set(50)
    harness.send(.lightRemoved(panel), .levelSet(panel))

    #expect(calls().map(\.level.percent) == [40])
  }

  @Test(arguments: ["-1", "101", "1e9", "NaN", "OFF", "", "{}"]) func `no other payload is set`(payload: String) {
    harness.receive("to/all/set", payload)

    #expect(calls() == [])
    #expect(harness.state.refusals.values.reduce(0, +) == 1)
  }
}
