import Synchronization

/// A light in memory, which records the calls to it.
public final class Panel: Sendable {
  /// A call of a client.
  public enum Call: String, Sendable {
    case setToMaximum, reset
  }

  /// The panel of the running program.
  public static let main = Panel()

  private let recorded = Mutex<[Call]>([])

  public init() {}

  /// All calls so far, in order.
  public var calls: [Call] { recorded.withLock { $0 } }

  /// The brightness in percent.
  public var level: Int { calls.last == .setToMaximum ? 100 : 40 }

  /// Records a call, which determines the level.
  public func take(_ call: Call) {
    recorded.withLock { $0.append(call) }
  }
}
