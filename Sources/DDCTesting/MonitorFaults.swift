import DDC
import Glibc

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
  /// So many replies are without content, have a wrong checksum, or another shape.
  public var nullReplies = 0
  public var garbledReplies = 0
  public var shapes: [ReplyShape] = []
  /// A reply that is read sooner after its request is without content.
  public var slowness = Duration.zero
  /// A message sooner after the one before locks it up.
  public var locksUpBelow = Duration.zero
  /// Any message but those about its brightness locks it up.
  public var locksUpAtOthers = false
  public var ignoresChanges = false
  /// Keeps only multiples.
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
