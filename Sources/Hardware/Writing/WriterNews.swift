/// What became of a light's orders, and of the light.
public enum WriterNews: Hashable, Sendable {
  /// The newest order is done. The light shows what was asked for, or what its hardware makes of that.
  case wrote(Int, shows: Int)
  /// The record is as the newest order wants it, and there is nothing to write.
  case recorded
  /// The light was read, and nothing written: it was read for the first time, or is not where an order expected it.
  case found(Int)
  /// Somebody else moved the light; what was ordered before is dropped.
  case moved(to: Int, by: ChangeSource)
  /// The light shows what the system remembered of it from an earlier time, and wrote just after it came.
  case restored(to: Int)
  /// The light could not be written, or not be read.
  case refused(LightError, Remedy)
  /// The debt could not be recorded, so that nothing is written yet; it is tried again.
  case unrecorded(LightError)
  /// The light is where it belongs, but is still recorded as owed; clearing it is tried again.
  case uncleared(LightError)
  /// An errand has been under way for longer than a second.
  case hangs
  /// The errand that hung has ended after all.
  case answers
  /// The kernel does not take a level of the range that is known: the light's facts are to be read again.
  case outgrown
}

/// What is done about a light that could not be written or read. A new order is always tried at once.
public enum Remedy: Hashable, Sendable {
  /// It is tried again and again, less and less often; at an event at once.
  case triesAgain
  /// It has failed for so long that it is tried once a minute; at an event at once.
  case triesRarely
  /// It is tried again at an event.
  case awaitsChange
  /// It is tried again when the device says something.
  case awaitsDevice
  /// It is not tried again.
  case awaitsOrder
}
