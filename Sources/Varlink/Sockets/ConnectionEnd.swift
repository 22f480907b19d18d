import EventLoop
import Glibc

/// Why a connection ended.
public enum ConnectionEnd: Error, Hashable {
  /// The peer said all that it had to say, and has been answered.
  case finished
  /// The peer is gone, without waiting for an answer.
  case hungUp
  case reset
  case violated(WireViolation)
  /// More waited to be read by the peer than the limit allows.
  case tooSlow(limit: Int)
  /// A handler of ours let go of a call without an answer.
  case abandoned(method: String)
  /// This side stopped altogether.
  case stopped
  /// This side closed the connection.
  case closed
  case failed(SystemError)

  init(_ error: SystemError) {
    switch error.code.rawValue {
    case ECONNRESET: self = .reset
    case EPIPE: self = .hungUp
    default: self = .failed(error)
    }
  }
}

extension ConnectionEnd: CustomStringConvertible {
  public var description: String {
    switch self {
    case .finished: "the peer has finished"
    case .hungUp: "the peer has hung up"
    case .reset: "the peer has reset the connection"
    case .violated(let violation): "\(violation)"
    case .tooSlow(let limit): "the peer left more than \(limit) bytes unread"
    case .abandoned(let method): "'\(method)' was not answered"
    case .stopped: "this side has stopped"
    case .closed: "this side has closed the connection"
    case .failed(let error): "\(error)"
    }
  }
}
