/// Why a call has no reply.
public enum CallError: Error, Hashable {
  /// The service answered with an error.
  case answered(ErrorReply)
  case disconnected(ConnectionEnd)
  /// The reply is none of this method's.
  case unreadable(method: String, InvalidParameter)

  /// The error that the service answered with, if it is of a type that knows it.
  public func answer<Typed: MethodError>(as _: Typed.Type = Typed.self) -> Typed? {
    guard case .answered(let reply) = self else { return nil }
    return reply.as(Typed.self)
  }
}

extension CallError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answered(let reply): reply.as(ServiceError.self).map { "\($0)" } ?? "\(reply)"
    case .disconnected(let end): "cannot call 'service': \(end)"
    case .unreadable(let method, let error): "cannot read 'reply to \(method)': \(error)"
    }
  }
}
