import Synchronization

extension DependencyValues {
  /// Gives identifiers that nobody else was given: `identifiers()`. Counts up from 1, in a test as in a program.
  public var identifiers: IdentifierGenerator {
    get { self[IdentifiersKey.self] }
    set { self[IdentifiersKey.self] = newValue }
  }
}

/// Gives identifiers.
public struct IdentifierGenerator: Sendable {
  private let generate: @Sendable () -> Int

  /// Makes a generator of a closure that is asked each time.
  public init(_ generate: @escaping @Sendable () -> Int) {
    self.generate = generate
  }

  /// The next identifier.
  public func callAsFunction() -> Int { generate() }

  /// A generator of its own that counts up from 1.
  public static var incrementing: IdentifierGenerator {
    let counter = Counter()
    return IdentifierGenerator { counter.next() }
  }

  /// A generator that always gives the same identifier.
  public static func constant(_ identifier: Int) -> IdentifierGenerator {
    IdentifierGenerator { identifier }
  }
}

private final class Counter: Sendable {
  private let last = Atomic(0)

  func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

private enum IdentifiersKey: DependencyKey {
  static var liveValue: IdentifierGenerator { .incrementing }
  static var testValue: IdentifierGenerator { .incrementing }
}
