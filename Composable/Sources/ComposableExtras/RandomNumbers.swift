public import ComposableCore
import Synchronization

extension DependencyValues {
  /// Random numbers: `withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }`. A test has
  /// to override it.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// A random number generator that tasks may share.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  /// Wraps a generator; a seeded one gives the same numbers each time.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// Calls `body` with exclusive access to the generator.
  public func callAsFunction<Result: Sendable>(
    _ body: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    try generator.withLock { generator in try body(&generator) }
  }
}

/// Random numbers that depend on a seed alone (SplitMix64): fast and evenly distributed, but
/// predictable.
public struct SeededRandomNumberGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the generator of a seed.
  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

private struct UnimplementedGenerator: RandomNumberGenerator, Sendable {
  let location: CodeLocation
  var substitute = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    reportUnimplemented("withRandomNumberGenerator", at: location)
    return substitute.next()
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static var liveValue: WithRandomNumberGenerator { WithRandomNumberGenerator(SystemRandomNumberGenerator()) }
  static var testValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(UnimplementedGenerator(location: DependencyComputation.location()))
  }
}
