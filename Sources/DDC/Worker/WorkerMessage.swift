import BrightnessEventLoop

/// A request to the worker, 16 bytes. The first names the connector. Each later one names its
/// monitor, so that a monitor which was plugged in meanwhile gets no message that was meant for
/// another.
public enum WorkerRequest: Hashable, Sendable {
  /// Such as "card1-DP-1".
  case connector(String)
  case read(of: UInt64)
  case write(UInt16, to: UInt64)

  /// The length of requests and replies.
  public static let length = 16
  static let longestName = length - 1

  private enum Kind: UInt8 {
    case connector = 1
    case read = 2
    case write = 3
  }

  /// Nil if the connector's name does not fit.
  public var bytes: [UInt8]? {
    switch self {
    case .connector(let name):
      let text = Array(name.utf8)
      guard (1...Self.longestName).contains(text.count), !text.contains(0) else { return nil }
      return [Kind.connector.rawValue] + text + Array(repeating: 0, count: Self.longestName - text.count)
    case .read(let fingerprint): return Self.bytes(.read, 0, fingerprint)
    case .write(let level, let fingerprint): return Self.bytes(.write, level, fingerprint)
    }
  }

  private static func bytes(_ kind: Kind, _ level: UInt16, _ fingerprint: UInt64) -> [UInt8] {
    [kind.rawValue, 0] + level.bigEndianBytes + [0, 0, 0, 0] + fingerprint.bigEndianBytes
  }

  /// Nil unless these are the bytes of a request.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length, let kind = Kind(rawValue: bytes[0]) else { return nil }
    let fingerprint = UInt64(bigEndian: bytes[8...])
    switch kind {
    case .connector: self = .connector(String(decoding: bytes[1...].prefix { $0 != 0 }, as: UTF8.self))
    case .read: self = .read(of: fingerprint)
    case .write: self = .write(UInt16(bigEndian: bytes[2..<4]), to: fingerprint)
    }
    guard self.bytes == bytes else { return nil }
  }
}

/// The worker's reply, 16 bytes.
public enum WorkerReply: Hashable, Sendable {
  /// The connector can be used; or the change was delivered, which does not say that the monitor
  /// shows it.
  case done
  case level(MonitorLevel)
  case failed(WorkerFault)

  private enum Kind: UInt8 {
    case done = 0
    case level = 1
    case failed = 2
  }

  public var bytes: [UInt8] {
    let padding: [UInt8] = Array(repeating: 0, count: 8)
    return switch self {
    case .done: [Kind.done.rawValue, 0, 0, 0, 0, 0, 0, 0] + padding
    case .level(let level):
      [Kind.level.rawValue, 0] + level.current.bigEndianBytes + level.maximum.bigEndianBytes + [0, 0] + padding
    case .failed(let fault):
      [Kind.failed.rawValue, fault.kind.rawValue, 0, 0, 0, 0] + fault.code.bigEndianBytes + padding
    }
  }

  /// Nil unless these are the bytes of a reply.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == WorkerRequest.length, let kind = Kind(rawValue: bytes[0]) else { return nil }
    switch kind {
    case .done: self = .done
    case .level: self = .level(MonitorLevel(UInt16(bigEndian: bytes[2..<4]), of: UInt16(bigEndian: bytes[4..<6])))
    case .failed:
      guard let kind = WorkerFault.Kind(rawValue: bytes[1]) else { return nil }
      self = .failed(WorkerFault(kind, code: UInt16(bigEndian: bytes[6..<8])))
    }
    guard self.bytes == bytes else { return nil }
  }
}

/// Why the worker did not do what it was asked for.
public struct WorkerFault: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: UInt8, Sendable, CaseIterable {
    /// No connector was named yet, or a second one.
    case isOutOfOrder = 1
    /// No monitor is connected there, or it is not used: `MonitorList` has the reason.
    case hasNoMonitor = 2
    /// Another monitor is connected there now.
    case isAnotherMonitor = 3
    /// The connector shows no picture: the monitor gets no message.
    case isAsleep = 4
    /// None of the possible buses leads to the monitor, or several do.
    case hasNoBus = 5
    /// Another program has locked the bus for too long.
    case isLocked = 6
    /// The bus could not be opened: nothing was sent. With the system's error code.
    case isNotOpened = 7
    /// The bus refused a message. Whether the monitor got any of it is unknown. With the system's
    /// error code.
    case isRefused = 8
    /// The monitor sent only empty replies.
    case isSilent = 9
    case isMalformed = 10
    /// The monitor reports that it has no brightness, or an empty range.
    case hasNoBrightness = 11
  }

  public let kind: Kind
  /// The system's error code, or 0.
  public let code: UInt16

  public init(_ kind: Kind, code: UInt16 = 0) {
    self.kind = kind
    self.code = code
  }

  public var description: String {
    let reason = ErrorCode(rawValue: CInt(code))
    return switch kind {
    case .isOutOfOrder: "its worker was asked out of order"
    case .hasNoMonitor: "no monitor that can be used is at its connector"
    case .isAnotherMonitor: "another monitor is at its connector"
    case .isAsleep: "it is asleep"
    case .hasNoBus: "none of the buses leads to it, or several do"
    case .isLocked: "another program keeps its bus locked"
    case .isNotOpened: "its bus cannot be opened: \(reason)"
    case .isRefused: "its bus refused a message: \(reason)"
    case .isSilent: "it does not answer"
    case .isMalformed: "its replies are damaged"
    case .hasNoBrightness: "it has no brightness"
    }
  }

  init(_ kind: Kind, _ error: SystemError) {
    self.init(kind, code: UInt16(clamping: error.code.rawValue))
  }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

  fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | Self($1) }
  }
}
