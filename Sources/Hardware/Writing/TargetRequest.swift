import Model

/// The level and restore record that a light's writer has to establish. A newer request replaces it.
public struct TargetRequest: Hashable, Sendable {
  /// The raw value to show; nil if only the restore record has to change.
  public var goal: Int?
  /// Nil to write the goal at once, else the time until then.
  public var fade: Duration?
  /// The scale of a fade.
  public var range: LightRange?
  /// The content of the restore record before anything is written.
  public var restore: PendingRestore?
  /// Whether the light returns to its base level: the restore record is cleared once the light shows the goal.
  public var isReturn: Bool
  /// The only raw value from which the light may be moved, because the request was computed from it.
  public var expecting: Int?

  /// `isReturn` defaults to whether there is nothing to record.
  public init(
    goal: Int?,
    fade: Duration? = nil,
    on range: LightRange? = nil,
    restore: PendingRestore? = nil,
    isReturn: Bool? = nil,
    expecting: Int? = nil
  ) {
    (self.goal, self.fade, self.range, self.restore) = (goal, fade, range, restore)
    self.isReturn = isReturn ?? (restore == nil)
    self.expecting = expecting
  }

  /// The steps to write from a raw value, the last of them the goal; empty without a goal.
  func steps(from level: Int?) -> [LightStep] {
    guard let goal else { return [] }
    // Without a known start there is nothing to interpolate from.
    guard let fade, let range, let level else { return [LightStep(goal)] }
    return range.steps(from: level, to: goal, in: fade)
  }
}

/// Results of requests, and changes of the light from outside.
public enum WriterReport: Hashable, Sendable {
  /// The newest request is done. The light shows its goal, or the level that the hardware makes of it.
  case wrote(Int, shows: Int)
  /// The restore record is as the newest request wants it; there was nothing to write.
  case recorded
  /// The level was read and nothing written: the first reading, or not the level that a request expected.
  case found(Int)
  /// Someone else changed the level; earlier requests are dropped.
  case moved(to: Int, by: ChangeSource)
  /// systemd-backlight wrote its saved level, as it does just after the device was added.
  case restored(to: Int)
  /// The light could not be read or written.
  case refused(LightError, RetryTrigger)
  /// The restore record could not be written, so the level was not written either; both are retried.
  case unrecorded(LightError)
  /// The light is restored, but clearing its record failed and is retried.
  case uncleared(LightError)
  /// A job has been in flight for longer than a second.
  case hangs
  /// A job that hung has ended.
  case answers
  /// The kernel refused a level within the known range: the device has to be read again.
  case outOfRange
}

/// Cause of the next try after a failure. A new request is always tried at once.
public enum RetryTrigger: Hashable, Sendable {
  /// A timer with increasing delays, or an event.
  case backoff
  /// A timer of one minute, after a long time of failures, or an event.
  case minuteTimer
  /// Any event of the light.
  case event
  /// An event of the device itself, such as its return.
  case deviceEvent
  /// Only a new request.
  case newRequest
}
