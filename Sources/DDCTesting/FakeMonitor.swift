import DDC
import EventLoop
import Glibc

/// A monitor in memory: its EDID, its brightness, and what is wrong with it. The caller passes the
/// time.
public struct FakeMonitor: Sendable {
  public var edid: [UInt8]
  public var level: UInt16
  public var maximum: UInt16
  public var faults = MonitorFaults()
  public private(set) var isLockedUp = false
  /// The messages that reached it.
  public private(set) var messageCount = 0
  private var reply: [UInt8]?
  private var edidPlace = 0
  private var latestMessage: Duration?
  private var asked = Duration.zero

  public init(_ edid: EDIDBytes = EDIDBytes(), level: UInt16 = 40, maximum: UInt16 = 100) {
    self.edid = edid.bytes
    self.level = level
    self.maximum = maximum
  }

  /// Takes a message.
  mutating func receive(_ bytes: [UInt8], at address: UInt8, now: Duration) throws(SystemError) {
    guard address == 0x37 else {
      try checkMemory(at: address)
      edidPlace = Int(bytes.first ?? 0)
      return
    }
    try admit(now)
    if !faults.refusedWrites.isEmpty { throw .ofBus(faults.refusedWrites.removeFirst()) }
    reply = nil
    asked = now
    let request = Self.request(in: bytes)
    if case .set = request, !faults.refusedChanges.isEmpty { throw .ofBus(faults.refusedChanges.removeFirst()) }
    switch request {
    case .get: reply = levelReply()
    case .set(let value):
      if !faults.ignoresChanges { level = min(value, maximum) / faults.step * faults.step }
      faults.refusedReads += faults.refusedReadsOfChanges
      faults.refusedReadsOfChanges = []
    case nil: if faults.locksUpAtOthers { isLockedUp = true }
    }
  }

  /// Sends this many bytes: its reply, padded.
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
    guard let reply, now - asked >= faults.slowness else { return null }
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

  /// Parses a message without the code under test.
  private static func request(in bytes: [UInt8]) -> BrightnessRequest? {
    guard bytes.count >= 4, bytes[0] == 0x51, bytes.reduce(0x6E, ^) == 0, Int(bytes[1]) == 0x80 + bytes.count - 3
    else { return nil }
    switch Array(bytes[2..<4]) {
    case [0x01, 0x10] where bytes.count == 5: return .get
    case [0x03, 0x10] where bytes.count == 7: return .set(UInt16(bytes[4]) << 8 | UInt16(bytes[5]))
    default: return nil
    }
  }

  /// Another device than the controller is the memory of the EDID.
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
  /// The error code of the next messages to the monitor, and of the next from it.
  public var refusedWrites: [CInt] = []
  public var refusedReads: [CInt] = []
  /// The same for the next changes alone.
  public var refusedChanges: [CInt] = []
  /// The error codes of the next replies after a change that it takes.
  public var refusedReadsOfChanges: [CInt] = []
  /// Whether it does not acknowledge any message.
  public var isDeaf = false
  /// How many replies are empty, or have a wrong checksum; and the shapes of the next ones.
  public var nullReplies = 0
  public var garbledReplies = 0
  public var shapes: [ReplyShape] = []
  /// A reply that is read sooner after its request is without content.
  public var slowness = Duration.zero
  /// A message that follows another one sooner locks it up.
  public var locksUpBelow = Duration.zero
  /// Any message but those about its brightness locks it up.
  public var locksUpAtOthers = false
  public var ignoresChanges = false
  /// It keeps only multiples of this.
  public var step: UInt16 = 1
  /// The brightness that it reports, whatever it shows.
  public var alwaysReads: UInt16?
  /// The replies that it gives instead, in turn, over and over.
  public var says: [MonitorLevel] = []
  public var isUnsupported = false

  public init() {}
}

/// Shapes of a reply that monitors were seen to send.
public enum ReplyShape: Hashable, Sendable, CaseIterable {
  case doubledFirstByte, missingLengthFlag, cutInHalf, anotherFeature, missingFirstByte, zeros, ones

  /// The reply in this shape.
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
