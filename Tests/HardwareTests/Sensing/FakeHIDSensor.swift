import BrightnessEventLoop
import HardwareTesting
import Synchronization

/// A light sensor behind a hub of HID, with the power management of Linux 6.1.
///
/// The sources are `hid_sensor_power_state`, `hid_sensor_suspend` and `hid_sensor_resume` in
/// drivers/iio/common/hid-sensors/hid-sensor-trigger.c, and in drivers/hid/hid-sensor-hub.c
/// `sensor_hub_input_attr_get_raw_value`.
final class FakeHIDSensor: Sendable {
  /// The kernel lets a sensor sleep after so long without a read.
  static let autosuspend = Duration.seconds(3)
  /// How long the kernel waits for a report (`HZ * 5`).
  static let patience = Duration.seconds(5)

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

    mutating func startRead(at now: LoopClock.Instant, _ saysZeroFirst: Bool) -> (value: Int, duration: Duration) {
      fallAsleep(by: now)
      if !isActive { (isActive, hasPower, isFresh) = (true, true, true) }
      defer { isFresh = false }
      if !hasPower { return (0, FakeHIDSensor.patience) }
      return (saysZeroFirst && isFresh ? 0 : lux, .zero)
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

  /// Without power no report comes: the kernel waits five seconds for it, and the read then
  /// succeeds with 0. The sensor counts as used until the end of the read.
  func read(at time: SteppedTime) -> Int {
    let (value, duration) = state.withLock { $0.startRead(at: time.now, saysZeroFirst) }
    time.pass(duration)
    state.withLock { state in
      state.lastUse = time.now
      state.values.append(value)
    }
    return value
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
