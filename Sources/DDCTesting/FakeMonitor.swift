import DDC
import EventLoop
import Glibc

/// A monitor in memory: its EDID, its brightness, and what is wrong with it. Time is that of its caller.
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
    (self.edid, self.level, self.maximum) = (edid.bytes, level, maximum)
  }

  /// Takes a message; the result is an error code, or 0.
  public mutating func receive(_ bytes: [UInt8], at address: UInt8, now: Duration) -> CInt {
    guard address == 0x37 else { return receiveAtMemory(bytes, at: address) }
    guard admit(now) else { return ENXIO }
    if !faults.refusedWrites.isEmpty { return faults.refusedWrites.removeFirst() }
    (reply, asked) = (nil, now)
    let request = Self.request(in: bytes)
    if case .set = request, !faults.refusedChanges.isEmpty { return faults.refusedChanges.removeFirst() }
    switch request {
    case .get: reply = levelReply()
    case .set(let value):
      if !faults.ignoresChanges { level = min(value, maximum) / faults.step * faults.step }
      faults.refusedReads += faults.refusedReadsOfChanges
      faults.refusedReadsOfChanges = []
    case nil: if faults.locksUpAtOthers { isLockedUp = true }
    }
    return 0
  }

  /// Sends so many bytes: its reply, padded, or an error code.
  public mutating func send(_ count: Int, at address: UInt8, now: Duration) -> Result<[UInt8], FakeRefusal> {
    guard address == 0x37 else { return sendFromMemory(count, at: address) }
    guard admit(now) else { return .failure(FakeRefusal(code: ENXIO)) }
    if !faults.refusedReads.isEmpty { return .failure(FakeRefusal(code: faults.refusedReads.removeFirst())) }
    let bytes = nextReply(now)
    return .success(Array((bytes + Array(repeating: 0, count: count)).prefix(count)))
  }

  private mutating func admit(_ now: Duration) -> Bool {
    messageCount += 1
    if let latestMessage, now - latestMessage < faults.locksUpBelow { isLockedUp = true }
    latestMessage = now
    return !isLockedUp && !faults.isDeaf
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
    var (shown, maximum) = (faults.alwaysReads ?? level, maximum)
    if !faults.says.isEmpty {
      let said = faults.says.removeFirst()
      faults.says.append(said)
      (shown, maximum) = (said.current, said.maximum)
    }
    let content: [UInt8] = [
      0x02, faults.isUnsupported ? 1 : 0, 0x10, 0, UInt8(maximum >> 8), UInt8(maximum & 255), UInt8(shown >> 8),
      UInt8(shown & 255),
    ]
    let message = [0x6E, 0x88] + content
    return message + [message.reduce(0x50, ^)]
  }

  /// Reads a message by itself, not with the code under test.
  private static func request(in bytes: [UInt8]) -> BrightnessRequest? {
    guard bytes.count >= 4, bytes[0] == 0x51, bytes.reduce(0x6E, ^) == 0, Int(bytes[1]) == 0x80 + bytes.count - 3
    else { return nil }
    switch Array(bytes[2..<4]) {
    case [0x01, 0x10] where bytes.count == 5: return .get
    case [0x03, 0x10] where bytes.count == 7: return .set(UInt16(bytes[4]) << 8 | UInt16(bytes[5]))
    default: return nil
    }
  }

  private mutating func receiveAtMemory(_ bytes: [UInt8], at address: UInt8) -> CInt {
    guard address == 0x50, !edid.isEmpty else { return ENXIO }
    edidPlace = Int(bytes.first ?? 0)
    return 0
  }

  private mutating func sendFromMemory(_ count: Int, at address: UInt8) -> Result<[UInt8], FakeRefusal> {
    guard address == 0x50, !edid.isEmpty else { return .failure(FakeRefusal(code: ENXIO)) }
    defer { edidPlace += count }
    return .success((0..<count).map { edid[(edidPlace + $0) % edid.count] })
  }
}

/// An error code of a fake bus.
public struct FakeRefusal: Error, Hashable, Sendable {
  public let code: CInt

  public init(code: CInt) {
    self.code = code
  }
}
