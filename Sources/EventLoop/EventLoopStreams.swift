extension EventLoop {
  /// The signals that arrive from now on, until the consumer ends.
  public func signals(_ numbers: [CInt]) throws(SystemError) -> AsyncStream<Signal> {
    try stream { (receive) throws(SystemError) in try self.onSignals(numbers, callback: receive) }
  }

  /// The jumps of the wall clock and the resumes from now on, until the consumer ends.
  public func clockChanges() throws(SystemError) -> AsyncStream<ClockChange> {
    try stream { (receive) throws(SystemError) in try self.onClockChange(receive) }
  }

  func stream<Event: Sendable>(
    _ begin: (@escaping @Sendable (Event) -> Void) throws(SystemError) -> Watch
  ) throws(SystemError) -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let watch = Shared(try begin { continuation.yield($0) })
    continuation.onTermination = { _ in withExtendedLifetime(watch) {} }
    return stream
  }
}
