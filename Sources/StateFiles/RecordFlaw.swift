import EventLoop

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
