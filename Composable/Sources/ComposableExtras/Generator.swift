public import ComposableCore
import Synchronization

/// A source of values: a closure that is called for each.
public struct Generator<Value: Sendable>: Sendable {
  private let generate: @Sendable () -> Value

  /// Makes a source of a closure.
  public init(_ generate: @escaping @Sendable () -> Value) {
    self.generate = generate
  }

  /// The next value.
  public func callAsFunction() -> Value { generate() }

  /// A source that always gives the same value.
  public static func constant(_ value: Value) -> Self { Self { value } }
}

extension DependencyValues {
  /// Makes unique identifiers: `identifiers()`. Counts up from 1, in a test as in a program.
  public var identifiers: Generator<Int> {
    get { self[IdentifiersKey.self] }
    set { self[IdentifiersKey.self] = newValue }
  }
}

private enum IdentifiersKey: DependencyKey {
  static var liveValue: Generator<Int> {
    let last = Atomic(0)
    return Generator { last.add(1, ordering: .relaxed).newValue }
  }

  static var testValue: Generator<Int> { liveValue }
}
