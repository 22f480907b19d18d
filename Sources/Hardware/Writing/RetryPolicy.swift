import BrightnessEventLoop
import DDC
import Glibc

/// When a failed read or write of a light is tried again.
struct RetryPolicy: Hashable, Sendable {
  private static let shortestWait = Duration.milliseconds(250)
  private static let longestWait = Duration.seconds(5)
  /// After failing for this long, the light is tried once a minute.
  private static let limit = Duration.seconds(30)
  private static let rareWait = Duration.seconds(60)
  /// Time for udev to set the permissions of a new device's files.
  private static let grace = Duration.seconds(3)

  struct Decision: Hashable, Sendable {
    var trigger: RetryTrigger
    /// The time until the next try; nil without a timer.
    var wait: Duration?
    var isSilent = false

    /// The same decision, with a try once a minute if there is no timer.
    var withTimer: Decision { wait == nil ? Decision(trigger: .minuteTimer, wait: RetryPolicy.rareWait) : self }
  }

  /// The time at which the device was added or the machine resumed.
  var graceBegan: LoopClock.Instant
  private var failingSince: LoopClock.Instant?
  private var wait = Self.shortestWait

  init(since now: LoopClock.Instant) {
    graceBegan = now
  }

  mutating func succeeded() {
    failingSince = nil
    wait = Self.shortestWait
  }

  mutating func decide(after fault: WriteFault, at now: LoopClock.Instant) -> Decision {
    switch fault {
    case .transient: return next(at: now)
    case .ignored:
      let decision = next(at: now)
      return decision.trigger == .backoff ? decision : Decision(trigger: .event)
    case .disconnected: return Decision(trigger: .deviceEvent)
    case .asleep:
      // Its files tell when it wakes up. Then all tries are available again.
      succeeded()
      return Decision(trigger: .backoff, wait: Self.longestWait)
    case .sessionInactive: return Decision(trigger: .minuteTimer, wait: Self.rareWait)
    case .permanent, .outOfRange: return Decision(trigger: .newRequest)
    case .forbidden:
      let left = now.duration(to: graceBegan.advanced(by: Self.grace))
      guard left > .zero else { return Decision(trigger: .event) }
      return Decision(trigger: .backoff, wait: min(next(at: now).wait ?? left, left), isSilent: true)
    }
  }

  private mutating func next(at now: LoopClock.Instant) -> Decision {
    let since = failingSince ?? now
    failingSince = since
    guard since.duration(to: now) < Self.limit else { return Decision(trigger: .minuteTimer, wait: Self.rareWait) }
    defer { wait = min(wait * 2, Self.longestWait) }
    return Decision(trigger: .backoff, wait: wait)
  }
}

extension LightError {
  /// Whether a monitor was asleep; it is written when it wakes up.
  public var isOfSleep: Bool { WriteFault(self) == .asleep }
}

/// Classes of failed reads and writes, by what can resolve them.
enum WriteFault: Hashable, Sendable, CaseIterable {
  /// The hardware is busy or asleep, or its bus failed: EIO, EBUSY, ETIMEDOUT and codes without a
  /// known meaning.
  case transient
  /// The driver accepted the level, but the light did not move. Firmware may be late, or the light
  /// rounds the level to the one that it shows.
  case ignored
  /// The process lacks rights, maybe only until udev sets them, after the kernel has made the
  /// files.
  case forbidden
  /// The kernel refused the number: the range may have changed.
  case outOfRange
  case disconnected
  /// The files are mounted read-only, as in a container, or the write would end a trigger that
  /// cannot be started again.
  case permanent
  /// A sleeping monitor, which gets no message before it wakes up.
  case asleep
  /// logind writes only for the active session. No event of the light tells when the session is
  /// active again.
  case sessionInactive

  init(_ error: LightError) {
    switch error {
    case _ where error.isGone: self = .disconnected
    case .refused(let refusal): self.init(refusal.code)
    case _ where error.isForSession: self = .sessionInactive
    case .byLogind(_, .noLibrary), .beyondLogind: self = .forbidden
    case .ofMonitor(_, let error): self.init(error)
    case .writeIgnored: self = .ignored
    case .wouldEndTrigger: self = .permanent
    default: self = .transient
    }
  }

  private init(_ error: MonitorError) {
    switch error {
    case .unreachable(.failed(let fault)) where fault.kind == .isAsleep: self = .asleep
    case .unreachable(.failed(let fault)) where fault.kind == .hasNoBrightness: self = .permanent
    case .notContacted, .notConfirmed: self = .permanent
    case .unreachable, .unsteady, .overBudget, .unmarked: self = .transient
    }
  }

  private init(_ code: ErrorCode) {
    switch code.rawValue {
    case EACCES, EPERM: self = .forbidden
    // A backlight refuses a level above max_brightness with EINVAL; it does not clamp it, as an LED
    // does.
    case EINVAL, ERANGE: self = .outOfRange
    case EROFS: self = .permanent
    default: self = .transient
    }
  }
}
