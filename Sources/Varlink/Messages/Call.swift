import EventLoop
import Synchronization

/// A call to be answered: at once or later, on the loop, and once, with any number of replies before if it wants more.
///
/// Nothing comes of an answer whose caller is gone. A call that is let go of without one is a fault that ends the connection.
public final class Call: Sendable {
  public let connection: Connection
  /// With the interface in front.
  public let method: String
  /// Whether replies may come before the last one.
  public let wantsMore: Bool
  /// Whether the caller wants no reply, not even an error.
  public let isOneway: Bool
  private let isAnswered = Atomic(false)

  init(_ message: CallMessage, on connection: Connection) {
    self.connection = connection
    method = message.method
    wantsMore = message.wantsMore
    isOneway = message.isOneway
  }

  deinit {
    guard !isAnswered.load(ordering: .relaxed) else { return }
    // Whoever waits would wait for ever, and those behind it too.
    connection.loop.perform { [connection, method] in connection.end(.abandoned(method: method)) }
  }

  public var peer: PeerCredentials { connection.peer }

  /// Answers with what the method gives back.
  public func reply(_ value: some JSONObjectWritable) {
    finish(ReplyMessage.text(value))
  }

  /// Answers a method that gives nothing back.
  public func reply() {
    reply(NoFields())
  }

  /// Answers with one of many replies; the last one is told by `reply` or `fail`.
  public func replyContinuing(_ value: some JSONObjectWritable) {
    precondition(wantsMore, "'\(method)' continues although its caller did not ask for more")
    precondition(!isAnswered.load(ordering: .relaxed), "'\(method)' continues after its last reply")
    send(ReplyMessage.text(value, continues: true), continues: true)
  }

  public func fail(_ error: some MethodError) {
    finish(ReplyMessage.text(error))
  }

  /// Answers with what the kernel or a service is known to answer with.
  public func fail(_ error: ServiceError) {
    finish(ReplyMessage.text(error))
  }

  /// Answers with a message that is whole already.
  func finish(_ message: [UInt8]) {
    let wasAnswered = isAnswered.exchange(true, ordering: .relaxed)
    precondition(!wasAnswered, "'\(method)' is answered twice")
    send(message, continues: false)
  }

  private func send(_ message: [UInt8], continues: Bool) {
    connection.onLoop((self, message, continues)) { $0.answer($1.0, $1.1, continues: $1.2) }
  }
}
