import EventLoop
import Synchronization

/// A received call. It is answered on the loop, at once or later, with one last reply and, if it wants more, any number before it.
///
/// A reply to a caller that has disconnected is dropped. A call that is released without a reply ends its connection.
public final class Call: Sendable {
  public let connection: Connection
  public let method: String
  /// Whether the caller accepts several replies.
  public let wantsMore: Bool
  /// Whether the caller accepts no reply, not even an error.
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
    // The caller would wait forever, and all its later calls too.
    connection.loop.perform { [connection, method] in connection.end(.abandoned(method: method)) }
  }

  public var peer: PeerCredentials { connection.peer }

  public func reply(_ value: some JSONObjectWritable) {
    finish(ReplyMessage.text(value))
  }

  public func reply() {
    reply(NoFields())
  }

  /// Sends one of several replies; `reply` or `fail` sends the last one.
  public func replyContinuing(_ value: some JSONObjectWritable) {
    precondition(wantsMore, "'\(method)' continues although its caller did not ask for more")
    precondition(!isAnswered.load(ordering: .relaxed), "'\(method)' continues after its last reply")
    connection.send(ReplyMessage.text(value, continues: true), replyingTo: self, continues: true)
  }

  /// Sends one of several replies, and passes the call to `resume` when the caller has read it, as if the call came once more: what a caller
  /// leaves unread is never more than one reply, and long lists do not delay the calls of others.
  public func replyContinuing(_ value: some JSONObjectWritable, resume: @escaping @Sendable (Call) -> Void) {
    precondition(wantsMore, "'\(method)' continues although its caller did not ask for more")
    let wasAnswered = isAnswered.exchange(true, ordering: .relaxed)
    precondition(!wasAnswered, "'\(method)' continues after its last reply")
    let text = ReplyMessage.text(value, continues: true)
    connection.send(text, replyingTo: self, continues: true) { [method] in resume($0.resumeCall(of: method)) }
  }

  public func fail(_ error: some MethodError) {
    finish(ReplyMessage.text(error))
  }

  public func fail(_ error: ServiceError) {
    finish(ReplyMessage.text(error))
  }

  private func finish(_ message: [UInt8]) {
    let wasAnswered = isAnswered.exchange(true, ordering: .relaxed)
    precondition(!wasAnswered, "'\(method)' is answered twice")
    connection.send(message, replyingTo: self, continues: false)
  }
}
