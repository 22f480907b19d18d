import Synchronization

/// What was asked of a played world, in its order.
public final class CallJournal: Sendable {
  private let lines = Mutex<[String]>([])

  public init() {}

  public func write(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  /// What was written since the last time.
  public func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
