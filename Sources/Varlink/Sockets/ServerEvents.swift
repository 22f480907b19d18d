/// What a server tells, on its loop and never from inside a call to it, but for `opened` of a connection that is adopted.
public struct ServerEvents: Sendable {
  /// Somebody connected; told before the first of the calls.
  public var opened: @Sendable (Connection) -> Void
  /// A connection that was opened has ended; told once, whatever the reason.
  public var closed: @Sendable (Connection, ConnectionEnd) -> Void
  /// Something went wrong that no caller is told of.
  public var trouble: @Sendable (VarlinkError) -> Void

  public init(
    opened: @escaping @Sendable (Connection) -> Void = { _ in },
    closed: @escaping @Sendable (Connection, ConnectionEnd) -> Void = { _, _ in },
    trouble: @escaping @Sendable (VarlinkError) -> Void = { _ in }
  ) {
    self.opened = opened
    self.closed = closed
    self.trouble = trouble
  }
}
