import Synchronization

extension DependencyValues {
  /// Chance: `randomNumbers { Int.random(in: 1...6, using: &$0) }`. In a test it has to be given.
  public var randomNumbers: RandomNumbers {
    get { self[RandomNumbersKey.self] }
    set { self[RandomNumbersKey.self] = newValue }
  }
}

/// A source of random numbers that tasks may share.
public final class RandomNumbers: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  /// Draws from a generator; a seeded one gives the same numbers each time.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// Draws from the generator, alone for as long as `draw` lasts.
  public func callAsFunction<Result: Sendable>(
    _ draw: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    try generator.withLock { generator in try draw(&generator) }
  }
}

/// Random numbers that only a seed decides: quick, well spread, and no secret (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
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
  var stand = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    reportUnimplemented("randomNumbers", at: location)
    return stand.next()
  }
}

private enum RandomNumbersKey: DependencyKey {
  static var liveValue: RandomNumbers { RandomNumbers(SystemRandomNumberGenerator()) }
  static var testValue: RandomNumbers {
    RandomNumbers(UnimplementedGenerator(location: DependencyComputation.location()))
  }
}

extension DependencyValues {
  /// Makes unique identifiers: `identifiers()`. Counts up from 1, in a test as in a program.
  public var identifiers: Generator<Int> {
    get { self[IdentifiersKey.self] }
    set { self[IdentifiersKey.self] = newValue }
  }
}

/// A source of values: a closure that is asked each time.
public struct Generator<Value: Sendable>: Sendable {
  private let generate: @Sendable () -> Value

  /// Makes a source of a closure.
  public init(_ generate: @escaping @Sendable () -> Value) {
    self.generate = generate
  }

  /// The next value.
  public func callAsFunction() -> Value { generate() }

  /// A source of one value only.
  public static func constant(_ value: Value) -> Self { Self { value } }
}

private enum IdentifiersKey: DependencyKey {
  static var liveValue: Generator<Int> {
    let last = Atomic(0)
    return Generator { last.add(1, ordering: .relaxed).newValue }
  }

  static var testValue: Generator<Int> { liveValue }
}
