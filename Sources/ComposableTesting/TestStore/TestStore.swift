public import Composable

/// A store whose every step a test states: each change of state, each action that comes back, each effect that lives on.
///
/// It is synchronous: when a call returns, everything has run that could run, on an executor that the test store steps by hand. Time is the store's
/// own `clock`, and moves when the test moves it.
public final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// The executor that the store and its effects run on.
  public let executor: SteppedExecutor
  /// The clock that the store's features find in their dependencies, unless the test gives them another.
  public let clock: TestClock
  /// How much the test must state.
  public var exhaustivity = Exhaustivity.on
  /// Where a test that is not exhaustive tells what it left out.
  public var asides = IssueReporter.printing
  /// The state as far as the test has followed it; inside an assertion's closure, the state before the step that is asserted.
  public internal(set) var state: State
  /// The dependencies of the store; a change counts from the next action on.
  public var dependencies: DependencyValues {
    didSet { dependenciesDidChange() }
  }

  /// The id that comes next for an element of a stack, as far as the test has followed the store.
  var nextStackID: StackElementID
  let root: RootStore<State, Action>
  var received = ReceivedActions<State, Action>()
  /// Effects that the test has said it does not care for.
  var skippedEffects: Set<Int> = []
  private(set) lazy var assertionDependencies = AssertionDependencies(of: dependencies)
  private let location: CodeLocation
  private var store: Store<State, Action>?

  /// Makes a test store; the initial state and the reducer are made once, in the test context, with the dependencies that `prepare` sets.
  ///
  /// What was overridden around the test store holds in it too. In a test without dependencies of its own, an issue is a failure.
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
    let root = RootStore(
      executor: executor,
      dependencies: testDependencies(clock: clock, prepare: prepare),
      initialState: initialState,
      reducer: reducer
    )
    self.root = root
    store = Store(root: root)
    (state, dependencies) = executor.perform {
      root.beginRecording()
      return (root.state, root.dependencies)
    }
    nextStackID = dependencies.stackIDs.peek()
  }

  deinit {
    collect()
    reportUnfinished(at: location)
    executor.perform { store = nil }
    executor.drain()
  }
}

/// The current dependencies, in the test context; where nobody gave the test its own, fresh ones whose issues are failures.
func testDependencies(
  clock: TestClock,
  prepare: (inout DependencyValues) -> Void = { _ in }
) -> DependencyValues {
  DependencyValues.current.updated { values in
    if values.isOfProcess {
      values.context = .test
      if values.chosenIssueReporter == nil { values.issueReporter = .recordingFailure }
    }
    if !values.hasChosenClock { values.clock = clock }
    prepare(&values)
  }
}

extension TestStore {
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

  private func dependenciesDidChange() {
    executor.perform { root.setDependencies(dependencies) }
    assertionDependencies = AssertionDependencies(of: dependencies)
  }
}

extension TestStore {
  /// Takes the step that an action brought about, unasserted.
  func follow(_ action: RecordedAction<State, Action>) {
    state = action.state
    nextStackID = action.stackIDs.after
  }

  /// Runs what can run, and takes note of the actions that came in response.
  func collect() {
    executor.drain()
    let actions = executor.perform { root.takeActions() }
    if !actions.isEmpty { received.append(actions) }
  }

  /// The effects that live, but for those that the test does not care for.
  var effectsInFlight: [EffectInFlight] {
    allEffectsInFlight.filter { !skippedEffects.contains($0.key) }
  }

  var allEffectsInFlight: [EffectInFlight] {
    executor.perform { root.effectsInFlight }
  }

  func report(_ message: String, at location: CodeLocation) {
    dependencies.issueReporter.report(ReportedIssue(message, at: location))
  }

  func tellAside(_ message: @autoclosure () -> String, at location: CodeLocation) {
    if exhaustivity.showsSkipped { asides.report(ReportedIssue(message(), at: location)) }
  }
}

extension EffectInFlight {
  /// How a message names the effect.
  var name: String {
    action.map { "an effect of '\($0)'" } ?? "an effect that was derived from the state"
  }
}
