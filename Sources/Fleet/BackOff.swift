import BrightnessModel

/// When to try the broker again.
///
/// The delays are random from zero to a bound that doubles (full jitter), so that thousands of
/// devices do not return at the same moment when a broker is back. The bound is small at first,
/// because most interruptions are short.
public struct BackOff: Equatable, Sendable {
  /// Why there is no connection.
  public enum Loss: Equatable, Sendable {
    /// It ended, or could not be made.
    case failed
    /// The broker refused it in a way that does not heal by itself: password, certificate, rights.
    case refused
    /// Another client with the name of this device took the connection over.
    case nameTaken
  }

  static let first = Duration.seconds(1)
  static let longest = Duration.seconds(60)
  /// A connection that lasted this long ended for a new reason.
  static let stable = Duration.seconds(30)
  static let shortestAfterRefusal = Duration.seconds(60)
  /// Two devices of one name end each other's connections for ever. Two takeovers within a minute
  /// are no accident.
  static let takeoverWindow = Duration.seconds(60)
  static let afterTakeovers = Duration.seconds(300)

  private var attempts = 0
  private var connected: Moment?
  private var takeover: Moment?

  public init() {}

  public mutating func connect(at now: Moment) { connected = now }

  /// Notes that the connection ended or was not made; returns how long to wait.
  public mutating func delay(
    after loss: Loss,
    at now: Moment,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    if let connected, now - connected >= Self.stable { attempts = 0 }
    connected = nil
    let bound = min(Self.longest, Self.first * (1 << min(attempts, 6)))
    attempts += 1
    let jitter = bound * (Double(random.next()) / Double(UInt64.max))
    switch loss {
    case .failed: return jitter
    case .refused: return Self.shortestAfterRefusal + jitter
    case .nameTaken: return isTakenAgain(at: now) ? Self.afterTakeovers : jitter
    }
  }

  private mutating func isTakenAgain(at now: Moment) -> Bool {
    defer { takeover = now }
    return takeover.map { now - $0 < Self.takeoverWindow } ?? false
  }
}
