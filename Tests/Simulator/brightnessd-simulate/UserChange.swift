import BrightnessModel
import HardwareTesting

/// A level that the user has set while the daemon was at work, or that no event has told it yet.
struct UserChange {
  let level: Int
  /// What the base level may stay if the change is lost.
  let former: [SimulatedLight.Choice]
  var stage = Stage.unread
  /// Whether the daemon may take it for older or newer than something else that happened at the
  /// same time, so that its base level may be another one.
  var isOpen = false
  /// The scenes that yield to it, by the numbers of their appearances.
  var yielding: Set<Int> = []
  /// Those that may yield to it.
  var maybeYielding: Set<Int> = []

  enum Stage {
    case unread
    /// A thread had read the light already, and was about to write it.
    case missed
    case read
    /// The daemon has written the light since.
    case overwritten
  }

  /// Lets each decision be one that the daemon may take.
  mutating func open() {
    isOpen = true
    openYields()
  }

  /// Leaves open which scenes yield, but not which level is the user's.
  mutating func openYields() {
    maybeYielding.formUnion(yielding)
    yielding = []
  }
}

extension SimulatedLight {
  /// A level that the user may have chosen.
  struct Choice: Equatable {
    let raw: Int
    let share: Double
  }

  /// Where a thread of the daemon waits.
  enum Place {
    case elsewhere
    case beforeRead
    /// It has read the light, and may have compared it.
    case beforeWrite
    /// It has written the light.
    case beforeReadBack
  }

  /// When events of the light come.
  enum Delay {
    case none, untilNext
    case until(step: Int)
  }

  var isLED: Bool { device.subsystem == "leds" }

  /// Whether a job would take a change for what the hardware makes of the level that it has
  /// written, since no event tells these apart.
  func seemsRounded(_ source: ChangeSource, _ time: EventTime) -> Bool {
    place == .beforeReadBack && (time != .atOnce || !events.isEmpty || source == .unknown)
  }

  var isEventLate: Bool { lateChange != nil || hasLateEvent }

  var choice: Choice { Choice(raw: base, share: share) }

  func with(_ choice: Choice) -> SimulatedLight {
    var light = self
    light.base = choice.raw
    light.share = choice.share
    return light
  }

  mutating func noteThread(waits: Bool, beforeWrite: Bool) {
    place = !waits ? .elsewhere : beforeWrite ? .beforeWrite : wasWritten ? .beforeReadBack : .beforeRead
  }

  /// Notes a level that the daemon has read or written. A second of a fade has thirty steps, each
  /// of which is read, written, and read back.
  mutating func noteAccess(_ level: Int, isWrite: Bool) {
    wasWritten = isWrite
    latest = latest.suffix(127) + [level]
  }
}
