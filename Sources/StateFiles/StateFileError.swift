import BrightnessEventLoop
import Glibc

/// Errors of the state folder and its files; the wording of every case is in `description`.
public enum StateFileError: Error, Hashable, CustomStringConvertible {
  case refused(SystemError)
  case cutShort(path: String, taken: Int, of: Int)
  case locked(path: String, by: String)
  case tooLarge(path: String, limit: Int)
  case quarantined(path: String, RecordFlaw, to: String)
  /// A corrupt file could not be renamed; nothing is written until it can.
  indirect case notQuarantined(path: String, RecordFlaw, StateFileError)

  /// Whether the file or its folder does not exist any more.
  var isGone: Bool { [ENOENT, ENOTDIR].contains(refusal?.code.rawValue) }

  var refusal: SystemError? {
    if case .refused(let error) = self { error } else { nil }
  }

  public var description: String {
    switch self {
    case .refused(let error): "\(error)"
    case .cutShort(let path, let taken, let all): "cannot write '\(path)': it took \(taken) of \(all) bytes"
    case .locked(let path, let holder): "cannot open '\(path)': it is in use by \(holder)"
    case .tooLarge(let path, let limit): "cannot write '\(path)': it would hold more than \(limit) bytes"
    case .quarantined(let path, let flaw, let now): "cannot trust '\(path)': \(flaw); it was moved to '\(now)'"
    case .notQuarantined(let path, let flaw, let error): "cannot trust '\(path)': \(flaw); \(error)"
    }
  }
}

@discardableResult
func stateCall<Value: SignedInteger>(
  _ verb: String,
  _ object: @autoclosure () -> String,
  _ call: () -> Value
) throws(StateFileError) -> Value {
  try converting(StateFileError.refused) { () throws(SystemError) in try systemCall(verb, object(), call) }
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
  /// A line that we would never write.
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
