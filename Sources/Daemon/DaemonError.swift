import BrightnessEventLoop
import Service

/// Errors between the daemon and its surroundings; the wording of every case is in `description`.
public enum DaemonError: Error, Hashable, CustomStringConvertible {
  case refused(SystemError)
  case supervision(SupervisionError)
  case noRuntimeFolder(user: UInt32)
  /// Several inherited descriptors have the name of the listening socket.
  case ambiguous(name: String, count: Int)
  case cannotReplay(String, reason: String)
  /// Another user than root has started the system's daemon by hand.
  case byHand(state: String)

  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .supervision(let error): "\(error)"
    case .noRuntimeFolder(let user): "XDG_RUNTIME_DIR is not set: log in, or set it to /run/user/\(user)"
    case .cannotReplay(let path, let reason): "cannot replay '\(path)': \(reason)"
    case .byHand(let state):
      "cannot use '\(state)': only the system's daemon may; run brightnessd --user or --simulate, or as root systemctl start brightnessd"
    case .ambiguous(let name, let count): "cannot inherit '\(name)': \(count) descriptors have that name"
    }
  }
}

@discardableResult
func daemonCall<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(DaemonError) -> Value {
  try converting(DaemonError.refused) { () throws(SystemError) in try systemCall(verb, object(), call) }
}
