/// What a call came to. Other than a `Result` it is no generic type: the runtime would have to make that one first, and look through the
/// whole program for what it is made of.
public enum CallResult: Sendable, Hashable {
  case success(VarlinkClient.Reply)
  case failure(CallError)

  /// The reply, if there is one.
  public func get() throws(CallError) -> VarlinkClient.Reply {
    switch self {
    case .success(let reply): return reply
    case .failure(let error): throw error
    }
  }
}
