import BrightnessEventLoop

public enum VarlinkError: Error, Hashable {
  case refused(SystemError)
  case unusableAddress(String)
  case inUse(path: String)
  case notASocket(path: String)
  case notListening
  case notConnected
  case tooManyConnections(limit: Int)
  case tooManyConnectionsOfUser(UInt32, limit: Int)
  case abandoned(method: String)
}

extension VarlinkError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .unusableAddress(let path):
      "cannot use 'address \(path)': expected a path of 1 to \(UnixAddress.longestPath) bytes, found \(path.utf8.count)"
    case .inUse(let path): "cannot listen on '\(path)': another process does"
    case .notASocket(let path): "cannot listen on '\(path)': something there is not a socket"
    case .notListening: "cannot listen on 'inherited descriptor': it is no Unix stream socket that listens"
    case .notConnected: "cannot adopt 'inherited descriptor': it is no Unix stream socket that is connected"
    case .tooManyConnections(let limit): "cannot accept 'connection': \(limit) are open"
    case .tooManyConnectionsOfUser(let user, let limit): "cannot accept 'connection of user \(user)': \(limit) are open"
    case .abandoned(let method): "cannot answer '\(method)': its handler released it without a reply"
    }
  }
}
