import EventLoop
import Synchronization

/// A light sensor behind a hub of HID, with the power management of Linux 6.1.
///
/// The sources are `hid_sensor_power_state`, `hid_sensor_suspend` and `hid_sensor_resume` in
/// drivers/iio/common/hid-sensors/hid-sensor-trigger.c, and in drivers/hid/hid-sensor-hub.c
/// `sensor_hub_input_attr_get_raw_value`.
final class FakeHIDSensor: Sendable {
  /// The kernel lets a sensor sleep after so long without a read.
  static let autosuspend = Duration.seconds(3)

  private struct State: Sendable {
    var lux: Int
    /// What runtime PM believes.
    var isActive = false
    var hasPower = false
    /// Whether nothing was read since the power came on.
    var isFresh = false
    var lastUse: LoopClock.Instant?
    var values: [Int] = []

    mutating func fallAsleep(by now: LoopClock.Instant) {
      guard isActive, let lastUse, lastUse.advanced(by: FakeHIDSensor.autosuspend) <= now else { return }
      isActive = false
      hasPower = false
    }
  }

  /// Whether the first value after the power came on is 0.
  private let saysZeroFirst: Bool
  private let state: Mutex<State>

  init(_ lux: Int = 300, saysZeroFirst: Bool = false) {
    self.saysZeroFirst = saysZeroFirst
    state = Mutex(State(lux: lux))
  }

  func shine(_ lux: Int) { state.withLock { $0.lux = lux } }

  /// The values that were read since the last call.
  func takeValues() -> [Int] {
    state.withLock { state in
      defer { state.values = [] }
      return state.values
    }
  }

  /// A sensor without power sends no report, and the read succeeds with 0.
  func read(at now: LoopClock.Instant) -> Int {
    state.withLock { state in
      state.fallAsleep(by: now)
      if !state.isActive {
        state.isActive = true
        state.hasPower = true
        state.isFresh = true
      }
      state.lastUse = now
      let isZero = !state.hasPower || saysZeroFirst && state.isFresh
      state.isFresh = false
      state.values.append(isZero ? 0 : state.lux)
      return isZero ? 0 : state.lux
    }
  }

  /// The machine sleeps and wakes up again: the power goes off, and runtime PM is not told. The
  /// resume powers only sensors with a buffer.
  func suspend(at now: LoopClock.Instant) {
    state.withLock { state in
      state.fallAsleep(by: now)
      state.hasPower = false
    }
  }
}
