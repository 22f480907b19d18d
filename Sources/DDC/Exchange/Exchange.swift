import BrightnessEventLoop

/// A request to a monitor, repeated until there is a reply.
///
/// A bus that refuses a message ends the exchange. The caller knows whether the monitor sleeps or
/// was unplugged, and when to try again.
public struct Exchange: Sendable {
  public let request: BrightnessRequest
  /// After a reply with a level, this includes the wait that was long enough for this monitor. Use
  /// it for the next exchange.
  public private(set) var timing: Timing
  /// What is left of the wait after the previous reply.
  private let delay: Duration

  public init(_ request: BrightnessRequest, timing: Timing = .standard, delay: Duration = .zero) {
    self.request = request
    self.timing = timing
    self.delay = delay
  }

  public mutating func perform(on bus: inout some Bus & ~Copyable) -> WorkerReply {
    if delay > .zero { bus.sleep(for: delay) }
    do throws(SystemError) {
      if request == .get { return try read(on: &bus) }
      try bus.write(request.bytes, to: BrightnessRequest.address)
      // Wait before the bus is unlocked, so that no other program sends to the monitor too soon,
      // either.
      bus.sleep(for: timing.afterMessage)
      return .done
    } catch {
      // The monitor may have received half a message, and needs the same time to recover.
      bus.sleep(for: timing.afterMessage)
      return .failed(WorkerFault(.isRefused, error))
    }
  }

  private mutating func read(on bus: inout some Bus & ~Copyable) throws(SystemError) -> WorkerReply {
    var nullReplies = 0
    var malformedReplies = 0
    while true {
      try bus.write(request.bytes, to: BrightnessRequest.address)
      bus.sleep(for: timing.beforeReply)
      switch BrightnessReply(try bus.read(BrightnessReply.longest, from: BrightnessRequest.address)) {
      case .level(let level) where level.maximum > 0: return .level(level)
      case .level, .unsupported: return .failed(WorkerFault(.hasNoBrightness))
      case .null:
        nullReplies += 1
        timing.beforeReply = min(timing.beforeReply + timing.afterNullReply, timing.longestBeforeReply)
        if nullReplies > timing.nullReplies { return .failed(WorkerFault(.isSilent)) }
      case .malformed:
        malformedReplies += 1
        if malformedReplies > timing.malformedReplies { return .failed(WorkerFault(.isMalformed)) }
      }
      // A reply can be read only once, so the request is repeated.
      bus.sleep(for: timing.afterMessage)
    }
  }
}

/// How long a monitor is left alone: its controller is slow, and some lock up if they are hurried.
public struct Timing: Hashable, Sendable {
  /// From a request to the first reading of its reply. It grows while a monitor is not ready in
  /// time.
  public var beforeReply = Duration.milliseconds(40)
  /// From a reply to the next message. The standard asks for no wait here, but some monitors lock
  /// up if two messages are closer than 40 ms. The next exchange waits, so that a reply is not held
  /// back.
  public var afterReply = Duration.milliseconds(40)
  /// From a change, or an attempt that failed, to the next message.
  public var afterMessage = Duration.milliseconds(50)
  /// The time that each reply without content adds to the wait before the next one.
  public var afterNullReply = Duration.milliseconds(50)
  public var longestBeforeReply = Duration.milliseconds(240)
  public var nullReplies = 4
  public var malformedReplies = 3

  /// The waits are those of the DDC/CI standard where it has them; the limits are this project's.
  public static let standard = Timing()
}

/// A bus with a monitor. Tests simulate it, and its clock.
public protocol Bus: ~Copyable {
  /// Sends bytes to a device, in one message.
  mutating func write(_ bytes: [UInt8], to address: UInt8) throws(SystemError)
  /// Receives this many bytes from a device, in one message.
  mutating func read(_ count: Int, from address: UInt8) throws(SystemError) -> [UInt8]
  mutating func sleep(for duration: Duration)
}
