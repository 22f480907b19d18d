import EventLoop

/// A request to a monitor, its reply, and the attempts that this takes, as a value that says what to do next.
///
/// A bus that refuses a message ends the exchange: its caller knows whether the monitor sleeps or was unplugged, and when to try again.
public struct Exchange: Sendable {
  public enum Step: Hashable, Sendable {
    case write([UInt8])
    case sleep(Duration)
    case read(Int)
    case end(Outcome)
  }

  public enum Event: Hashable, Sendable {
    case begun
    case written
    case slept
    case received([UInt8])
    case refused(SystemError)
  }

  public enum Outcome: Hashable, Sendable {
    case level(MonitorLevel)
    /// The bus delivered the change. That the monitor shows it is another question.
    case delivered
    case failed(ExchangeError)
  }

  public let request: BrightnessRequest
  /// After a level: with the wait that was long enough for this monitor, for the next exchange with it.
  public private(set) var timing: Timing
  private var nullReplies = 0
  private var malformedReplies = 0
  /// What is left of the wait after the reply before.
  private let delay: Duration
  /// What happens after the next sleep.
  private var afterSleep: Step

  public init(_ request: BrightnessRequest, timing: Timing = .standard, delay: Duration = .zero) {
    (self.request, self.timing, self.delay) = (request, timing, delay)
    afterSleep = .write(request.bytes)
  }

  public mutating func next(after event: Event) -> Step {
    switch event {
    case .begun: delay > .zero ? .sleep(delay) : .write(request.bytes)
    case .written: sleepAfterWriting()
    case .slept: afterSleep
    case .received(let bytes): judge(BrightnessReply(bytes))
    // Whatever the monitor makes of half a message, it gets the time for it.
    case .refused(let error): sleep(timing.afterMessage, then: .end(.failed(.refused(error))))
    }
  }

  private mutating func sleepAfterWriting() -> Step {
    switch request {
    case .get: sleep(timing.beforeReply, then: .read(BrightnessReply.longest))
    // Before the bus is unlocked, so that no other program hurries the monitor either.
    case .set: sleep(timing.afterMessage, then: .end(.delivered))
    }
  }

  private mutating func judge(_ reply: BrightnessReply) -> Step {
    switch reply {
    case .level(let level) where level.maximum > 0: return .end(.level(level))
    case .level, .unsupported: return .end(.failed(.hasNoBrightness))
    case .null:
      nullReplies += 1
      timing.beforeReply = min(timing.beforeReply + timing.afterNullReply, timing.longestBeforeReply)
      return nullReplies > timing.nullReplies ? .end(.failed(.isSilent)) : askAgain()
    case .malformed(let reason):
      malformedReplies += 1
      return malformedReplies > timing.malformedReplies ? .end(.failed(.isMalformed(reason))) : askAgain()
    }
  }

  /// A reply that was read is gone, whatever became of it: the request is repeated.
  private mutating func askAgain() -> Step { sleep(timing.afterMessage, then: .write(request.bytes)) }

  private mutating func sleep(_ duration: Duration, then step: Step) -> Step {
    afterSleep = step
    return .sleep(duration)
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

extension Exchange {
  /// Does on a bus what the exchange says, until its end.
  public mutating func run(on bus: inout some Bus & ~Copyable) -> Outcome {
    var event = Event.begun
    while true {
      switch next(after: event) {
      case .end(let outcome): return outcome
      case .sleep(let duration):
        bus.sleep(for: duration)
        event = .slept
      case .write(let bytes): event = Self.write(bytes, on: &bus)
      case .read(let count): event = Self.read(count, on: &bus)
      }
    }
  }

  private static func write(_ bytes: [UInt8], on bus: inout some Bus & ~Copyable) -> Event {
    do {
      try bus.write(bytes, to: BrightnessRequest.address)
      return .written
    } catch {
      return .refused(error)
    }
  }

  private static func read(_ count: Int, on bus: inout some Bus & ~Copyable) -> Event {
    do {
      return .received(try bus.read(count, from: BrightnessRequest.address))
    } catch {
      return .refused(error)
    }
  }
}
