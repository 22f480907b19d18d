import Hardware
import Synchronization

/// Carries out an errand when the test says so; until then it hangs.
public final class SteppedErrands: Errands {
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  public init() {}

  public var count: Int { waiting.withLock { $0.count } }

  public func perform(_ errand: @escaping @Sendable () -> Void) {
    waiting.withLock { $0.append(errand) }
  }

  /// Carries out the errand that has waited longest; false if there is none.
  public func step() -> Bool {
    guard let errand = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    errand()
    return true
  }
}
