import Varlink

/// A call of one method, which can be answered with nothing but what the interface describes.
public struct ControlCall<Method: ControlMethod>: Sendable {
  /// The call as it came, with the peer and the connection.
  public let call: Call

  init(call: Call) {
    self.call = call
  }

  /// A call that whoever had the connection before has begun, and that goes on.
  public init(goingOnOn connection: Connection) {
    self.init(call: connection.goOn(with: Method.fullName))
  }

  /// Answers with the last reply, or the only one.
  public func reply(_ reply: Method.Reply) {
    call.reply(reply)
  }

  /// Answers with one of many replies.
  public func replyContinuing(_ reply: Method.Reply) {
    call.replyContinuing(reply)
  }

  /// Answers with an error of the interface.
  public func fail(_ error: Method.Interface.Failure) {
    call.fail(error)
  }

  /// Answers with an error that every service knows.
  public func fail(_ error: ServiceError) {
    call.fail(error)
  }
}

extension ControlCall where Method.Reply == NoFields {
  /// Answers that it is done.
  public func reply() {
    call.reply()
  }
}

/// Who answers the calls of a method, on the loop.
public typealias ControlHandler<Method: ControlMethod> = @Sendable (ControlCall<Method>, Method) -> Void

extension ServedMethod {
  init<Method: ControlMethod>(needsMore: Bool = false, _ handle: @escaping ControlHandler<Method>) {
    self.init(Method.method, needsMore: needsMore) { (call, method: Method) in handle(ControlCall(call: call), method) }
  }
}
