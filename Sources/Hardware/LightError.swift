import DDC
import EventLoop
import Glibc

public enum LightError: Error, Hashable, CustomStringConvertible {
  case refused(SystemError)
  case unexpected(path: String, found: String, wanted: String)
  case tooLong(path: String, limit: Int)
  case cutShort(path: String, taken: Int, of: Int)
  /// The write succeeded, but the light still shows its former level.
  case notTaken(path: String, wanted: Int, shown: Int)
  /// The file is not writable, and logind failed too.
  case byLogind(path: String, LogindError)
  /// The file is not writable, and logind does not write this kind of file.
  case beyondLogind(path: String)
  /// A level of 0 would end the LED's trigger, which the process could not start again.
  case wouldEndTrigger(path: String, String)
  /// A monitor was not read or not written.
  case unreachable(path: String, LinkError)
  /// A monitor got the level, and does not show it.
  case notConfirmed(path: String, wanted: Int, shown: Int)
  /// A monitor says another range each time.
  case unsteady(path: String)
  /// Programs have written the monitor as often as its memory is meant to be.
  case overBudget(path: String)
  /// The machine crashed during the first contact with a monitor of this model.
  case notContacted(path: String)
  case pathTooLong(path: String, limit: Int)
  case inUse(path: String)
  case locked(path: String, by: String)
  case tooLarge(path: String, limit: Int)
  case quarantined(path: String, RecordFlaw, to: String)
  /// A corrupt record could not be renamed; nothing is recorded until it can.
  indirect case notQuarantined(path: String, RecordFlaw, LightError)

  var refusal: SystemError? {
    if case .refused(let error) = self { error } else { nil }
  }

  /// Whether the device or file does not exist, or is about to be removed. `ENXIO` counts only at opening: from a write
  /// it can also come from the I²C bus of a monitor that does not answer.
  public var isGone: Bool {
    if case .byLogind(_, .noDevice) = self { return true }
    if case .unreachable(_, .failed(let fault)) = self {
      return [.hasNoMonitor, .isAnotherMonitor].contains(fault.kind)
    }
    let gone = isAtOpening ? [ENOENT, ENODEV, ENXIO, ENOTDIR] : [ENOENT, ENODEV, ENOTDIR]
    return refusal.map { gone.contains($0.code.rawValue) } ?? false
  }

  /// Whether the process or machine lacks descriptors or memory, which says nothing about the light or record.
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
    case .beyondLogind, .wouldEndTrigger, .overBudget, .notContacted: false
    case .unreachable(_, .failed(let fault)): fault.kind == .isRefused
    case .unreachable(_, let error): [.isClosed, .isLate, .isNonsense].contains(error)
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
    case .notTaken(let path, let wanted, let shown):
      "cannot write '\(path)': it took \(wanted) and still shows \(shown)"
    case .byLogind(let path, let error): "cannot write '\(path)': \(error)"
    case .beyondLogind(let path): "cannot write '\(path)': logind does not write it either"
    case .wouldEndTrigger(let path, let name):
      "cannot write '\(path)': 0 would end '\(name)', which only root can start again"
    case .unreachable(let path, _), .notContacted(let path): "cannot reach '\(path)': \(reason)"
    case .notConfirmed(let path, _, _), .overBudget(let path): "cannot set '\(path)': \(reason)"
    case .unsteady(let path): "cannot read '\(path)': \(reason)"
    case .pathTooLong(let path, let limit): "cannot listen on '\(path)': the path is longer than \(limit) bytes"
    case .inUse(let path): "cannot listen on '\(path)': another process does"
    case .locked(let path, let holder): "cannot open '\(path)': it is in use by \(holder)"
    case .tooLarge(let path, let limit): "cannot write '\(path)': it would hold more than \(limit) bytes"
    case .quarantined(let path, let flaw, let now): "cannot trust '\(path)': \(flaw); it was moved to '\(now)'"
    case .notQuarantined(let path, let flaw, let error): "cannot trust '\(path)': \(flaw); \(error)"
    }
  }
}

extension LightError {
  /// What is wrong with a light that was named already: the path of a monitor is its id, which
  /// would be said twice.
  public var reason: String {
    switch self {
    case .unreachable(_, let error): "\(error)"
    case .notContacted: "the machine crashed at the first message to it; allow it with 'brightness doctor --allow'"
    case .notConfirmed(_, let wanted, let shown): "written, not confirmed: it shows \(shown) and not \(wanted)"
    case .overBudget: "programs have written it too often, and it is written later"
    case .unsteady: "it says another range each time"
    default: description
    }
  }
}

public enum LogindError: Error, Hashable, CustomStringConvertible {
  /// The user has no session on the light's seat, or not the active one.
  case refused(String)
  case noDevice(String)
  /// The write failed, or logind did not answer.
  case failed(String)
  case absent(String)
  case noLibrary(String)

  /// Classifies a bus error by its name; its message is for users only.
  init(_ name: String, _ message: String) {
    switch name {
    case "org.freedesktop.login1.NotYourDevice", "org.freedesktop.login1.NoSuchSession",
      "org.freedesktop.login1.NoSessionForPID", "org.freedesktop.DBus.Error.AccessDenied",
      "org.freedesktop.DBus.Error.UnknownObject":
      self = .refused(message)
    case "System.Error.ENODEV", "System.Error.ENXIO", "org.freedesktop.DBus.Error.FileNotFound":
      self = .noDevice(message)
    case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
      self = .absent(message)
    case _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
      self = .absent(message)
    default:
      self = .failed(message)
    }
  }

  /// Whether the driver may have received the level.
  var mayHaveWritten: Bool {
    if case .failed = self { true } else { false }
  }

  public var description: String {
    switch self {
    case .refused(let message), .noDevice(let message), .failed(let message):
      "logind says \(message.quotedInShort)"
    case .absent(let reason): "logind cannot be asked: \(reason.inOneLine(atMost: 200))"
    case .noLibrary(let reason): "logind cannot be asked without libsystemd: \(reason.inOneLine(atMost: 200))"
    }
  }
}

/// Reasons not to trust a record.
public enum RecordFlaw: Error, Hashable, CustomStringConvertible {
  case unreadable(ErrorCode)
  case link
  /// A folder, a pipe or a device.
  case notRegularFile
  /// The file belongs to another user, who could have planted it.
  case otherOwner(owner: UInt32, wanted: UInt32)
  case writableByOthers(mode: UInt32)
  case tooLong(limit: Int)
  case unknown
  case newer(version: Int, known: Int)
  /// The checksum is missing or wrong.
  case truncated
  /// A line is not one that would be written.
  case malformed(line: Int)
  case duplicate(line: Int)

  public var description: String {
    switch self {
    case .unreadable(let code): "\(code)"
    case .link: "it is a link"
    case .notRegularFile: "it is not a regular file"
    case .otherOwner(let owner, let wanted): "it belongs to user \(owner) and not to \(wanted)"
    case .writableByOthers(let mode): "others may write it, by its mode \(String(mode, radix: 8))"
    case .tooLong(let limit): "it is larger than \(limit.inBytes)"
    case .unknown: "it does not begin as such a file does"
    case .newer(let version, let known): "it is of version \(version), and known is \(known)"
    case .truncated: "it is truncated or corrupt"
    case .malformed(let line): "its line \(line) is malformed"
    case .duplicate(let line): "its line \(line) repeats another"
    }
  }
}

func listing(of folder: String) throws(LightError) -> [String] {
  try converting(LightError.refused) { () throws(SystemError) in try Folder.names(in: folder) }
}

@discardableResult
func lightCall<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(LightError) -> Value {
  try converting(LightError.refused) { () throws(SystemError) in try systemCall(verb, object(), call) }
}
