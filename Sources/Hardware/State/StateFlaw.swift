import EventLoop

/// Why a file of what outlived a process is not trusted.
public enum StateFlaw: Error, Hashable {
  /// It could not be looked at.
  case unreadable(ErrorCode)
  case link
  /// It is a folder, a pipe, a device.
  case noFile
  /// It belongs to another user.
  case foreign(owner: UInt32, wanted: UInt32)
  /// Others may write it.
  case writableByOthers(mode: UInt32)
  case tooLong(limit: Int)
  /// It does not begin as ours do.
  case unknown
  /// A later program wrote it.
  case newer(version: Int, known: Int)
  /// It is not what was once written, to the last bit.
  case torn
  /// A line of it is none that would be written.
  case garbled(line: Int)
  /// It speaks twice of one thing.
  case twice(line: Int)
}

extension StateFlaw: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let code): "\(code)"
    case .link: "it is a link"
    case .noFile: "it is no plain file"
    case .foreign(let owner, let wanted): "it belongs to user \(owner) and not to \(wanted)"
    case .writableByOthers(let mode): "others may write it, by its mode \(String(mode, radix: 8))"
    case .tooLong(let limit): "it holds more than \(limit) bytes"
    case .unknown: "it does not begin as such a file does"
    case .newer(let version, let known): "it is of version \(version), and known is \(known)"
    case .torn: "it is torn"
    case .garbled(let line): "its line \(line) is none that would be written"
    case .twice(let line): "its line \(line) repeats another"
    }
  }
}
