import EventLoop

/// What can go wrong with sockets and their peers; the wording of every case is in `description`.
public enum VarlinkError: Error, Hashable {
  /// The kernel refused.
  case refused(SystemError)
  /// A path is empty, or does not fit into the address of a socket.
  case unusableAddress(String)
  /// Somebody listens there already.
  case inUse(path: String)
  /// Something else than a socket is there.
  case notASocket(path: String)
  /// A descriptor that was handed over is not the kind of socket that is wanted.
  case notListening
  case notConnected
  case tooManyConnections(limit: Int)
  case tooManyConnectionsOfUser(UInt32, limit: Int)
  /// A handler let go of a call without an answer.
  case abandoned(method: String)
}

extension VarlinkError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .unusableAddress(let path):
      "cannot use 'address \(path)': a path of 1 to \(UnixAddress.longestPath) bytes is wanted, found \(path.utf8.count)"
    case .inUse(let path): "cannot listen on '\(path)': another process does"
    case .notASocket(let path): "cannot listen on '\(path)': something that is no socket is there"
    case .notListening: "cannot listen on 'inherited descriptor': it is no Unix stream socket that listens"
    case .notConnected: "cannot adopt 'inherited descriptor': it is no Unix stream socket that is connected"
    case .tooManyConnections(let limit): "cannot accept 'connection': \(limit) are open"
    case .tooManyConnectionsOfUser(let user, let limit): "cannot accept 'connection of user \(user)': \(limit) are open"
    case .abandoned(let method): "cannot answer '\(method)': its handler let go of the call"
    }
  }
}

/// Runs what the kernel may refuse.
func refusable<Value: ~Copyable>(
  _ body: () throws(SystemError) -> Value
) throws(VarlinkError) -> Value {
  do {
    return try body()
  } catch {
    throw .refused(error)
  }
}
