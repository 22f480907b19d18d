import EventLoop

/// Errors of the socket on which device events arrive: of udev, or of a fake tree.
public enum EventSourceError: Error, Hashable, CustomStringConvertible {
  case refused(SystemError)
  case pathTooLong(path: String, limit: Int)
  case inUse(path: String)

  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .pathTooLong(let path, let limit): "cannot listen on '\(path)': the path is longer than \(limit) bytes"
    case .inUse(let path): "cannot listen on '\(path)': another process does"
    }
  }
}
