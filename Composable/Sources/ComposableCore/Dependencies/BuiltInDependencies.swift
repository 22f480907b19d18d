import Synchronization

extension DependencyValues {
  /// The clock on which features wait.
  ///
  /// Live it is a `ContinuousClock`, whose sleeps start threads of their own: a daemon gives the
  /// clock of its loop instead. In a test it is an `UnimplementedClock`: give it a `TestClock` or
  /// an `ImmediateClock`.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }

  package var hasChosenClock: Bool { override(of: ClockKey.self) != nil }

  /// The time of day: `wallTime.now`.
  ///
  /// No default exists, since the standard library has no time of day: a program sets its own at
  /// its entry point.
  public var wallTime: WallTimeGenerator {
    get { self[WallTimeKey.self] }
    set { self[WallTimeKey.self] = newValue }
  }

  /// Random numbers: `randomNumbers { Int.random(in: 1...6, using: &$0) }`. A test has to override
  /// it.
  public var randomNumbers: RandomNumbers {
    get { self[RandomNumbersKey.self] }
    set { self[RandomNumbersKey.self] = newValue }
  }

  /// Makes unique identifiers: `identifiers()`. Counts up from 1, in a test as in a program.
  public var identifiers: Generator<Int> {
    get { self[IdentifiersKey.self] }
    set { self[IdentifiersKey.self] = newValue }
  }

  /// Runs work that outlives its caller and is never cancelled: `await fireAndForget { … }`. In a
  /// test, the call returns when the work is done.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  /// The executor for work that outlives its effect: the store's if it has one, otherwise the
  /// global concurrent executor.
  public var executor: (any TaskExecutor)? {
    get { self[ExecutorKey.self] }
    set { self[ExecutorKey.self] = newValue }
  }
}

private enum ClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock(name: "clock") }
}

/// A source of the time of day.
public typealias WallTimeGenerator = Generator<WallTime>

extension WallTimeGenerator {
  /// The time of day. Setting it stops the clock at that time: `$0.wallTime.now = .epoch`.
  public var now: WallTime {
    get { self() }
    set { self = .constant(newValue) }
  }
}

private enum WallTimeKey: DependencyKey {
  static var liveValue: WallTimeGenerator {
    let location = DependencyComputation.location()
    return WallTimeGenerator {
      reportIssue(
        """
        'wallTime' was asked for the time of day, but no live one was given; it answers with the epoch.
        Give one where the program begins, 'prepareDependencies { $0.wallTime = WallTimeGenerator { … } }'.
        """,
        at: location
      )
      return .epoch
    }
  }

  static var testValue: WallTimeGenerator {
    let location = DependencyComputation.location()
    return WallTimeGenerator {
      reportUnimplemented("wallTime.now", at: location)
      return .epoch
    }
  }
}

/// A time of day and date: the time since 1970-01-01 00:00 UTC.
///
/// It jumps when the clock is set; code that only waits uses `DependencyValues.clock`.
public struct WallTime: InstantProtocol {
  /// The time since the epoch.
  public let sinceEpoch: Duration

  /// Makes the moment at this time after the epoch.
  public init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  /// The first of January 1970.
  public static let epoch = WallTime(sinceEpoch: .zero)

  public func advanced(by duration: Duration) -> WallTime { WallTime(sinceEpoch: sinceEpoch + duration) }

  public func duration(to other: WallTime) -> Duration { other.sinceEpoch - sinceEpoch }

  public static func < (left: WallTime, right: WallTime) -> Bool { left.sinceEpoch < right.sinceEpoch }
}

/// A source of random numbers that tasks may share.
public final class RandomNumbers: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  /// Wraps a generator; a seeded one gives the same numbers each time.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// Calls `draw` with exclusive access to the generator.
  public func callAsFunction<Result: Sendable>(
    _ draw: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    try generator.withLock { generator in try draw(&generator) }
  }
}

/// Random numbers that depend on a seed alone (SplitMix64): fast and evenly distributed, but
/// predictable.
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

private enum IdentifiersKey: DependencyKey {
  static var liveValue: Generator<Int> {
    let last = Atomic(0)
    return Generator { last.add(1, ordering: .relaxed).newValue }
  }

  static var testValue: Generator<Int> { liveValue }
}

/// Runs work that no caller waits for.
public struct FireAndForget: Sendable {
  private let isAwaited: Bool

  /// With `isAwaited`, a call returns when the work is done; otherwise at once.
  public init(isAwaited: Bool) {
    self.isAwaited = isAwaited
  }

  /// Runs the work; an error that it throws is an issue, except a `CancellationError`.
  public func callAsFunction(
    fileID: String = #fileID,
    line: Int = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) async {
    @Dependency(\.executor) var executor
    let task = Task(executorPreference: executor) {
      do {
        try await work()
      } catch is CancellationError {
      } catch is Unimplemented {
        // The call of the unimplemented dependency has already been reported.
      } catch {
        reportIssue(
          "Work that was fired and forgotten threw an error: \(error). Handle it within the work.",
          at: CodeLocation(fileID: fileID, line: line)
        )
      }
    }
    if isAwaited { await task.value }
  }
}

private enum FireAndForgetKey: DependencyKey {
  static var liveValue: FireAndForget { FireAndForget(isAwaited: false) }
  static var testValue: FireAndForget { FireAndForget(isAwaited: true) }
}

private enum ExecutorKey: DependencyKey {
  static var liveValue: (any TaskExecutor)? { nil }
  static var testValue: (any TaskExecutor)? { nil }
}
