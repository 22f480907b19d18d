import Synchronization

/// A light that exists in memory only, and remembers what was asked of it.
public final class Panel: Sendable {
  /// What a client asks of a panel.
  public enum Call: String, Sendable {
    case setToMaximum, reset
  }

  /// The panel of the program.
  public static let main = Panel()

  private let asked = Mutex<[Call]>([])

  public init() {}

  /// What was asked so far, in order.
  public var calls: [Call] { asked.withLock { $0 } }

  /// How bright it is, in percent.
  public var level: Int { calls.last == .setToMaximum ? 100 : 40 }

  /// Takes a call, and does as it says.
  public func take(_ call: Call) {
    asked.withLock { $0.append(call) }
  }
}
