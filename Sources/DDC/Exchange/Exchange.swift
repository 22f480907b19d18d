import EventLoop

/// A request to a monitor, its reply, and the attempts that this takes.
///
/// A bus that refuses a message ends the exchange: its caller knows whether the monitor sleeps or was unplugged, and when to try again.
public struct Exchange: Sendable {
  public enum Outcome: Hashable, Sendable {
    case level(MonitorLevel)
    /// The bus delivered the change. That the monitor shows it is another question.
    case delivered
    case failed(ExchangeError)
  }

  public let request: BrightnessRequest
  /// After a level: with the wait that was long enough for this monitor, for the next exchange with it.
  public private(set) var timing: Timing
  /// The rest of the wait after the previous reply.
  private let delay: Duration

  public init(_ request: BrightnessRequest, timing: Timing = .standard, delay: Duration = .zero) {
    (self.request, self.timing, self.delay) = (request, timing, delay)
  }

  public mutating func run(on bus: inout some Bus & ~Copyable) -> Outcome {
    if delay > .zero { bus.sleep(for: delay) }
    do throws(SystemError) {
      if request == .get { return try read(on: &bus) }
      try bus.write(request.bytes, to: BrightnessRequest.address)
      // Before the bus is unlocked, so that no other program hurries the monitor either.
      bus.sleep(for: timing.afterMessage)
      return .delivered
    } catch {
      // Whatever the monitor makes of half a message, it gets the time for it.
      bus.sleep(for: timing.afterMessage)
      return .failed(.refused(error))
    }
  }

  private mutating func read(on bus: inout some Bus & ~Copyable) throws(SystemError) -> Outcome {
    var (nullReplies, malformedReplies) = (0, 0)
    while true {
      try bus.write(request.bytes, to: BrightnessRequest.address)
      bus.sleep(for: timing.beforeReply)
      switch BrightnessReply(try bus.read(BrightnessReply.longest, from: BrightnessRequest.address)) {
      case .level(let level) where level.maximum > 0: return .level(level)
      case .level, .unsupported: return .failed(.hasNoBrightness)
      case .null:
        nullReplies += 1
        timing.beforeReply = min(timing.beforeReply + timing.afterNullReply, timing.longestBeforeReply)
        if nullReplies > timing.nullReplies { return .failed(.isSilent) }
      case .malformed(let reason):
        malformedReplies += 1
        if malformedReplies > timing.malformedReplies { return .failed(.isMalformed(reason)) }
      }
      // A reply that was read is gone, whatever became of it: the request is repeated.
      bus.sleep(for: timing.afterMessage)
    }
  }
}

/// Why an exchange failed.
public enum ExchangeError: Error, Hashable, Sendable {
  case refused(SystemError)
  /// It sent replies without content alone.
  case isSilent
  case isMalformed(MalformedReply)
  /// It says so, or that its range is empty.
  case hasNoBrightness
}
