import BrightnessEventLoop
import DDC
import Glibc

/// Errors of a light that is found, read or written; the wording of every case is in `description`.
public enum LightError: Error, Hashable, CustomStringConvertible {
  case refused(SystemError)
  case unexpected(path: String, found: String, wanted: String)
  case tooLong(path: String, limit: Int)
  case cutShort(path: String, taken: Int, of: Int)
  /// The write succeeded, but the light still shows its former level.
  case writeIgnored(path: String, wanted: Int, shown: Int)
  /// The file is not writable, and logind failed too.
  case byLogind(path: String, LogindError)
  /// The file is not writable, and logind does not write this kind of file.
  case beyondLogind(path: String)
  /// A level of 0 would end the LED's trigger, which the process could not start again.
  case wouldEndTrigger(path: String, String)
  case ofMonitor(path: String, MonitorError)

  var refusal: SystemError? {
    if case .refused(let error) = self { error } else { nil }
  }

  /// Whether the device or file does not exist, or is about to be removed. `ENXIO` counts only at
  /// opening: from a write it can also come from the I²C bus of a monitor that does not answer.
  public var isGone: Bool {
    if case .byLogind(_, .noDevice) = self { return true }
    if case .ofMonitor(_, let error) = self { return error.isGone }
    let gone = isAtOpening ? [ENOENT, ENODEV, ENXIO, ENOTDIR] : [ENOENT, ENODEV, ENOTDIR]
    return refusal.map { gone.contains($0.code.rawValue) } ?? false
  }

  /// Whether the process or machine lacks descriptors or memory, which says nothing about the
  /// light.
  var isShortage: Bool { refusal?.code.isShortage == true }

  public var isForSession: Bool {
    if case .byLogind(_, .refused) = self { true } else { false }
  }

  var isMissing: Bool { isAtOpening && refusal?.code.rawValue == ENOENT }

  var isMissingRight: Bool { isAtOpening && [EACCES, EPERM, EROFS].contains(refusal?.code.rawValue) }

  var isAtOpening: Bool { refusal?.verb == "open" }

  /// Whether the driver may have received the level.
  var mayHaveWritten: Bool {
    switch self {
    case .byLogind(_, let error): error.mayHaveWritten
    case .ofMonitor(_, let error): error.mayHaveWritten
    case .beyondLogind, .wouldEndTrigger: false
    default: !isAtOpening
    }
  }

  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .unexpected(let path, let found, let wanted):
      "cannot read '\(path)': it holds \(found.quotedInShort) and not \(wanted)"
    case .tooLong(let path, let limit): "cannot read '\(path)': it is larger than \(limit.inBytes)"
    case .cutShort(let path, let taken, let all): "cannot write '\(path)': it took \(taken) of \(all) bytes"
    case .writeIgnored(let path, let wanted, let shown):
      "cannot write '\(path)': it took \(wanted) and still shows \(shown)"
    case .byLogind(let path, let error): "cannot write '\(path)': \(error)"
    case .beyondLogind(let path): "cannot write '\(path)': logind does not write it either"
    case .wouldEndTrigger(let path, let name):
      "cannot write '\(path)': 0 would end '\(name)', which only root can start again"
    case .ofMonitor(let path, let error):
      switch error {
      case .unreachable, .notContacted, .unmarked: "cannot reach '\(path)': \(error)"
      case .notConfirmed, .overBudget: "cannot set '\(path)': \(error)"
      case .unsteady: "cannot read '\(path)': \(error)"
      }
    }
  }
}

extension LightError {
  /// The reason alone, for a light that was already named: the path of a monitor is its id.
  public var reason: String {
    if case .ofMonitor(_, let error) = self { "\(error)" } else { description }
  }
}

@discardableResult
func lightCall<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(LightError) -> Value {
  try converting(LightError.refused) { () throws(SystemError) in try systemCall(verb, object(), call) }
}
