import Model

/// Reports of a light's writer to its owner.
public enum WriterReport: Hashable, Sendable {
  /// The device said that it has this range, and shows a level of it; `found` follows. Requests made before are dropped.
  case measured(maximum: Int, level: Int)
  /// The light was where a request expected it. A write was attempted, and the request is not done.
  case attempted
  /// The newest request is done. The light shows its goal, or the level that the hardware makes of it.
  case wrote(Int, shows: Int)
  /// The restore record is as the newest request wants it; there was nothing to write.
  case recorded
  /// The level was read and nothing written: the first reading, or not the level that a request expected.
  case found(Int)
  /// The level after a monitor was asleep, if it is another one than before: no user's choice.
  case woke(Int)
  /// Someone else changed the level; earlier requests are dropped.
  case moved(to: Int, by: ChangeSource)
  /// systemd-backlight wrote its saved level, as it does just after the device was added.
  case restoredBySystem(to: Int)
  case refused(LightError, RetryTrigger)
  /// The restore record could not be written, so the level was not written either; both are retried.
  case unrecorded(LightError)
  /// The light is restored, but clearing its record failed and is retried.
  case uncleared(LightError)
  /// A job has been in flight for long.
  case hangs
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
  case event
  /// An event of the device itself, such as its return.
  case deviceEvent
  case newRequest
}
