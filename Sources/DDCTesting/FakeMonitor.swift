import BrightnessEventLoop
import DDC
import Glibc

/// A monitor in memory: its EDID, brightness and faults. The caller passes the time.
public struct FakeMonitor: Sendable {
  public var edid: [UInt8]
  public var level: UInt16
  public var maximum: UInt16
  public var faults = MonitorFaults()
  public private(set) var isLockedUp = false
  /// How many messages have reached it.
  public private(set) var messageCount = 0
  private var reply: [UInt8]?
  private var edidPlace = 0
  private var latestMessage: Duration?
  private var requestedAt = Duration.zero

  public init(_ edid: EDIDBytes = EDIDBytes(), level: UInt16 = 40, maximum: UInt16 = 100) {
    self.edid = edid.bytes
    self.level = level
    self.maximum = maximum
  }

  /// Handles a message to it.
  mutating func receive(_ bytes: [UInt8], at address: UInt8, now: Duration) throws(SystemError) {
    guard address == 0x37 else {
      try checkMemory(at: address)
      edidPlace = Int(bytes.first ?? 0)
      return
    }
    try admit(now)
    if !faults.refusedWrites.isEmpty { throw .ofBus(faults.refusedWrites.removeFirst()) }
    reply = nil
    requestedAt = now
    let request = Self.request(in: bytes)
    if case .set = request, !faults.refusedChanges.isEmpty { throw .ofBus(faults.refusedChanges.removeFirst()) }
    switch request {
    case .get: reply = levelReply()
    case .set(let value):
      if !faults.ignoresChanges { level = min(value, maximum) / faults.step * faults.step }
      faults.refusedReads += faults.refusedReadsOfChanges
      faults.refusedReadsOfChanges = []
    case nil: if faults.locksUpAtUnknownMessages { isLockedUp = true }
    }
  }

  /// Returns this many bytes: its reply, padded.
  mutating func send(_ count: Int, at address: UInt8, now: Duration) throws(SystemError) -> [UInt8] {
    guard address == 0x37 else {
      try checkMemory(at: address)
      defer { edidPlace += count }
      return (0..<count).map { edid[(edidPlace + $0) % edid.count] }
    }
    try admit(now)
    if !faults.refusedReads.isEmpty { throw .ofBus(faults.refusedReads.removeFirst()) }
    return Array((nextReply(now) + Array(repeating: 0, count: count)).prefix(count))
  }

  private mutating func admit(_ now: Duration) throws(SystemError) {
    messageCount += 1
    if let latestMessage, now - latestMessage < faults.locksUpBelow { isLockedUp = true }
    latestMessage = now
    if isLockedUp || faults.isDeaf { throw .ofBus(ENXIO) }
  }

  private mutating func nextReply(_ now: Duration) -> [UInt8] {
    let null: [UInt8] = [0x6E, 0x80, 0xBE]
    guard let reply, now - requestedAt >= faults.slowness else { return null }
    if faults.nullReplies > 0 {
      faults.nullReplies -= 1
      return null
    }
    if faults.garbledReplies > 0 {
      faults.garbledReplies -= 1
      return reply.dropLast() + [reply.last! ^ 0x55]
    }
    return faults.shapes.isEmpty ? reply : faults.shapes.removeFirst().applied(to: reply)
  }

  private mutating func levelReply() -> [UInt8] {
    var shown = faults.alwaysReads ?? level
    var maximum = maximum
    if !faults.says.isEmpty {
      let said = faults.says.removeFirst()
      faults.says.append(said)
      shown = said.current
      maximum = said.maximum
    }
    let content: [UInt8] = [
      0x02, faults.isUnsupported ? 1 : 0, 0x10, 0, UInt8(maximum >> 8), UInt8(maximum & 255), UInt8(shown >> 8),
      UInt8(shown & 255),
    ]
    let message = [0x6E, 0x88] + content
    return message + [message.reduce(0x50, ^)]
  }

  /// Parses a message, without using the code under test.
  private static func request(in bytes: [UInt8]) -> BrightnessRequest? {
    guard bytes.count >= 4, bytes[0] == 0x51, bytes.reduce(0x6E, ^) == 0, Int(bytes[1]) == 0x80 + bytes.count - 3
    else { return nil }
    switch Array(bytes[2..<4]) {
    case [0x01, 0x10] where bytes.count == 5: return .get
    case [0x03, 0x10] where bytes.count == 7: return .set(UInt16(bytes[4]) << 8 | UInt16(bytes[5]))
    default: return nil
    }
  }

  /// The only other device is the memory with the EDID.
  private func checkMemory(at address: UInt8) throws(SystemError) {
    if address != 0x50 || edid.isEmpty { throw .ofBus(ENXIO) }
  }
}

extension SystemError {
  /// An error code of a fake bus.
  static func ofBus(_ code: CInt) -> SystemError { SystemError("use", "bus", ErrorCode(rawValue: code)) }
}

/// Faults of a monitor, as data; none by default.
public struct MonitorFaults: Hashable, Sendable {
  /// The error codes of the next messages to the monitor, and of the next ones from it.
  public var refusedWrites: [CInt] = []
  public var refusedReads: [CInt] = []
  /// The error codes of the next messages that change the level.
  public var refusedChanges: [CInt] = []
  /// The error codes of the next replies once it has accepted a change.
  public var refusedReadsOfChanges: [CInt] = []
  /// Whether it does not acknowledge any message.
  public var isDeaf = false
  /// How many replies are empty, or have a wrong checksum; and the shapes of the next ones.
  public var nullReplies = 0
  public var garbledReplies = 0
  public var shapes: [ReplyShape] = []
  /// A reply that is read sooner than this after its request has no content.
  public var slowness = Duration.zero
  /// A message sooner than this after the previous one locks it up.
  public var locksUpBelow = Duration.zero
  /// Any message that is not about brightness locks it up.
  public var locksUpAtUnknownMessages = false
  public var ignoresChanges = false
  /// It rounds levels down to multiples of this.
  public var step: UInt16 = 1
  /// The brightness that it reports, whatever it really shows.
  public var alwaysReads: UInt16?
  /// If not empty, the levels that it reports instead, in a cycle.
  public var says: [MonitorLevel] = []
  public var isUnsupported = false

  public init() {}
}

/// Malformed replies that real monitors have sent.
public enum ReplyShape: Hashable, Sendable, CaseIterable {
  case doubledFirstByte, missingLengthFlag, cutInHalf, anotherFeature, missingFirstByte, zeros, ones

  /// The reply, malformed in this way.
  public func applied(to reply: [UInt8]) -> [UInt8] {
    switch self {
    case .doubledFirstByte: reply[..<1] + reply
    case .missingLengthFlag: Self.withChecksum(reply, 1, reply[1] & 0x7F)
    case .cutInHalf: reply[..<(reply.count / 2)] + Array(repeating: 0, count: reply.count - reply.count / 2)
    case .anotherFeature: Self.withChecksum(reply, 4, 0x12)
    case .missingFirstByte: Array(reply[1...])
    case .zeros: Array(repeating: 0, count: reply.count)
    case .ones: Array(repeating: 0xFF, count: reply.count)
    }
  }

  private static func withChecksum(_ reply: [UInt8], _ index: Int, _ byte: UInt8) -> [UInt8] {
    var changed = reply
    changed[index] = byte
    changed[changed.count - 1] = changed.dropLast().reduce(0x50, ^)
    return changed
  }
}
