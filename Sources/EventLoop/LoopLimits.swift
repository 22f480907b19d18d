extension EventLoop {
  /// What one turn of a loop takes before the others have theirs, by names for people.
  public static let limits = [("DescriptorsPerTurn", Epoll.eventsPerWait), ("JobsPerTurn", EventLoop.shareOfTurn)]
}
