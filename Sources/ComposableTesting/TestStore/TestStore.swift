public import Composable

/// A store whose every step a test states: each change of state, each action that comes back, each effect that lives on.
///
/// It is synchronous: when a call returns, everything has run that could run, on an executor that the test store steps by hand. Time is the store's
/// own `clock`, and moves when the test moves it.
public final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// The executor that the store and its effects run on.
  public let executor: SteppedExecutor
  /// The clock that the store's features find in their dependencies.
  public let clock: TestClock
  /// How much the test must state.
  public var exhaustivity = Exhaustivity.on
  /// Where a test that is not exhaustive tells what it left out.
  public var asides = IssueReporter.printing
  /// The state as far as the test has followed it.
  public internal(set) var state: State

  let root: RootStore<State, Action>
  var received: [RecordedAction<State, Action>] = []
  /// Effects that the test has said it does not care for.
  var skippedEffects: Set<Int> = []
  /// The ids that stacks were given in the step that is being asserted.
  var stackIDs: StackIDGenerator?
  private let location: CodeLocation
  private var store: Store<State, Action>?

  /// Makes a test store; the initial state and the reducer are made once, in the test context, with the dependencies that `prepare` sets.
  public init(
    initialState: @autoclosure () -> State,
    executor: SteppedExecutor = SteppedExecutor(),
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in },
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    self.executor = executor
    location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    clock = TestClock(executor: executor)
    let dependencies = testDependencies(clock: clock, prepare: prepare)
    let root = RootStore(
      executor: executor,
      dependencies: dependencies,
      initialState: initialState,
      reducer: reducer
    )
    self.root = root
    store = Store(root: root)
    state = executor.perform {
      root.beginRecording()
      return root.state
    }
  }

  deinit {
    collect()
    reportUnfinished(at: location)
    executor.perform { store = nil }
    executor.drain()
  }
}

/// The dependencies of a test: those of the test that runs, where it has some, else fresh ones whose issues are failures.
func testDependencies(
  clock: TestClock,
  prepare: (inout DependencyValues) -> Void = { _ in }
) -> DependencyValues {
  let current = DependencyValues.current
  guard current.isOfProcess else {
    var values = current
    values.clock = clock
    prepare(&values)
    return values
  }
  return DependencyValues(context: .test) {
    $0.issueReporter = current.chosenIssueReporter ?? .recordingFailure
    $0.clock = clock
    prepare(&$0)
  }
}

extension TestStore {
  /// The dependencies of the store; a change counts from the next action on.
  public var dependencies: DependencyValues {
    get { executor.perform { root.dependencies } }
    set { executor.perform { root.setDependencies(newValue) } }
  }

  /// Runs an operation with another exhaustivity.
  public func withExhaustivity<Result>(_ exhaustivity: Exhaustivity, operation: () throws -> Result) rethrows -> Result
  {
    let former = self.exhaustivity
    defer { self.exhaustivity = former }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an operation with other dependencies of the store.
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) -> Void,
    operation: () throws -> Result
  ) rethrows -> Result {
    let former = dependencies
    defer { dependencies = former }
    update(&dependencies)
    return try operation()
  }

  /// Runs what can run, and takes note of the actions that came in response.
  func collect() {
    executor.drain()
    received += executor.perform { root.takeActions() }
  }

  var effectsInFlight: [EffectInFlight] {
    executor.perform { root.effectsInFlight }.filter { !skippedEffects.contains($0.key) }
  }

  func report(_ message: String, at location: CodeLocation) {
    dependencies.issueReporter.report(ReportedIssue(message, at: location))
  }

  func tellAside(_ message: String, at location: CodeLocation) {
    if exhaustivity.showsSkipped { asides.report(ReportedIssue(message, at: location)) }
  }
}
