import Synchronization

/// A value that counts how often it is compared.
final class ComparisonCounted: Equatable, Sendable {
  private let counter = Atomic(0)

  var comparisons: Int { counter.load(ordering: .relaxed) }

  static func == (lhs: ComparisonCounted, rhs: ComparisonCounted) -> Bool {
    lhs.counter.wrappingAdd(1, ordering: .relaxed)
    return true
  }
}
