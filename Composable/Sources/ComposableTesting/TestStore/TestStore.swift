public import ComposableCore
import ComposableShared
public import Testing

/// The test store of a feature: `let store: TestStoreOf<Countdown>`.
public typealias TestStoreOf<Feature: Reducer> = TestStore<Feature.State, Feature.Action>
where Feature.State: Equatable

/// A store for tests, which assert each of its steps: every change of state, every action that
/// effects send, every effect that stays in flight.
///
/// It is synchronous: when a call returns, everything that can run has run, on an executor that the
/// test store steps. Time is that of its `clock`, which only the test advances.
public final class TestStore<State: Equatable & Sendable, Action: Sendable> {
  /// The executor that the store and its effects run on.
  public let executor: SteppedExecutor
  /// The clock in the dependencies of the store's features, unless the test gives one of another
  /// kind.
  public let clock: TestClock
  /// How much the test has to assert.
  public var exhaustivity = Exhaustivity.on
  /// Receives a note about each thing that a non-exhaustive test left out.
  public var omissionReporter = IssueReporter.printing
  /// The state as far as the test has followed it; inside an assertion's closure, the state before
  /// the step that is asserted.
  public var state: State { followed.state }
  /// The dependencies of the store; a change takes effect with the next action.
  public var dependencies: DependencyValues {
    didSet {
      onCore { [dependencies] core in core.replaceDependencies(by: dependencies) }
      assertionDependencies = trying(assertionIDs, in: dependencies)
    }
  }

  /// The state and the shared values, as far as the test has followed the store.
  var followed: Outcome<State>
  let sharing: SharedJournal
  /// The shared values inside an assertion's closure.
  let trial = SharedTrial()
  /// The next id of a stack element, as far as the test has followed the store.
  var nextStackID: StackElementID
  private let core: StoreCore<State, Action>
  /// Actions sent by effects that the test has yet to receive.
  let received = Queue<RecordedAction<State, Action>>()
  var skippedEffects: Set<Int> = []
  /// The generator of stack element ids inside an assertion's closure, which does not use them up.
  let assertionIDs = StackIDGenerator(isOfAssertion: true)
  /// The dependencies inside an assertion's closure; kept, since each assertion would otherwise
  /// copy all of them.
  private(set) lazy var assertionDependencies = trying(assertionIDs, in: dependencies)
  private let location: SourceLocation
  private var store: Store<State, Action>?

  /// Makes a test store; the initial state and the reducer are made once, in the test context, with
  /// the dependencies that `prepare` sets.
  ///
  /// Overrides that are current at the call apply to the store, too. In a test without dependencies
  /// of its own, an issue is a failure.
  ///
  /// Without `executor`, the store runs on that of the `TestClock` in its dependencies.
  ///
  /// `endOfTurn` and `onInput` are those of the `Store`. Assert the changes of `endOfTurn` with the
  /// last action of the turn.
  public init(
    initialState: @autoclosure () -> State,
    executor: SteppedExecutor? = nil,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies prepare: (inout DependencyValues, StoreInput<Action>) -> Void = { _, _ in },
    endOfTurn: (@Sendable (inout State) -> Void)? = nil,
    onInput: (@Sendable (Action) -> Void)? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    self.location = location
    let ownClock = TestClock(executor: executor ?? SteppedExecutor())
    let input = StoreInput<Action>()
    let dependencies = testDependencies(clock: ownClock) { prepare(&$0, input) }
    clock = dependencies.clock as? TestClock ?? ownClock
    let executor = executor ?? clock.executor
    self.executor = executor
    let sharing = SharedJournal(dependencies.sharedStorage)
    self.sharing = sharing
    let core = StoreCore.make(
      executor: executor,
      dependencies: dependencies,
      endOfTurn: endOfTurn,
      onInput: onInput,
      initialState: initialState,
      reducer: reducer
    )
    input.connect(to: core)
    self.core = core
    store = Store(core: core)
    let (state, recorded) = executor.perform {
      core.assumeIsolated { core in core.beginRecording(from: CodeLocation(location), noting: sharing.note) }
    }
    followed = Outcome(state: state, shared: sharing.present)
    self.dependencies = recorded
    nextStackID = self.dependencies.stackIDs.peek()
    skippedEffects = Set(effectsInFlight.filter(\.isHoldOfRoot).map(\.key))
    reportForeign(dependencies.sharedStorage.foreignNames(in: state), at: location)
  }

  /// Makes a test store whose dependencies do not report back to it.
  public convenience init(
    initialState: @autoclosure () -> State,
    executor: SteppedExecutor? = nil,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies prepare: (inout DependencyValues) -> Void,
    at location: SourceLocation = #_sourceLocation
  ) {
    self.init(
      initialState: initialState(),
      executor: executor,
      reducer: reducer,
      withDependencies: { values, _ in prepare(&values) },
      at: location
    )
  }

  deinit {
    collect()
    reportUnfinished("when the test store went", at: location)
    executor.perform { store = nil }
    executor.drain()
  }
}

extension TestStore {
  /// Whether the feature has dismissed itself. The store then ignores actions.
  public var isDismissed: Bool { onCore { core in core.isDismissed } }

  /// Follows the store through one action without asserting anything.
  func follow(_ action: RecordedAction<State, Action>) {
    followed = outcome(of: action)
    nextStackID = action.stackIDs.after
  }

  /// The state after a recorded action. To be called once for each action, in order.
  func outcome(of action: RecordedAction<State, Action>) -> Outcome<State> {
    Outcome(state: action.state, shared: sharing.next() ?? followed.shared)
  }

  /// Runs everything that can run, and collects the actions that effects sent.
  func collect() {
    executor.drain()
    if onCore({ core in core.recordedCount }) > 0 { receiveLater() }
  }

  /// Moves the recorded actions to those that the test has to receive.
  func receiveLater() {
    for action in onCore({ core in core.takeActions() }) { received.append(action) }
  }

  /// The state as the test has followed it, with the current shared values.
  var present: Outcome<State> { Outcome(state: state, shared: sharing.present) }

  var effectsInFlight: [EffectInFlight] { allEffectsInFlight.filter { !skippedEffects.contains($0.key) } }

  var allEffectsInFlight: [EffectInFlight] { onCore { core in core.effectsInFlight } }

  func onCore<Result: Sendable>(_ body: (isolated StoreCore<State, Action>) -> Result) -> Result {
    executor.perform { core.assumeIsolated(body) }
  }

  /// Reports shared values of the initial state that belong to another storage than the test's.
  private func reportForeign(_ names: [String], at location: SourceLocation) {
    if names.isEmpty { return }
    report(
      "The initial state was made before the test store, and shares its values with the program, not with this test:",
      bullets(names),
      """
      Other tests see what this one changes. Make the state inside, "TestStore(initialState: …)", or give the test its own values with the trait \
      ".dependencies".
      """,
      at: location
    )
  }

  /// Reports an issue, worded in paragraphs.
  func report(_ paragraphs: String?..., at location: SourceLocation) {
    dependencies.issueReporter.report(ReportedIssue(joined(paragraphs), at: CodeLocation(location)))
  }

  func noteOmission(_ paragraphs: String?..., at location: SourceLocation) {
    guard exhaustivity.showsSkipped else { return }
    omissionReporter.report(ReportedIssue(joined(paragraphs), at: CodeLocation(location)))
  }
}

extension EffectInFlight {
  var name: String { named(1) }

  /// Names this effect, or `count` effects of the same action.
  func named(_ count: Int) -> String {
    let origin = action.map { " of '\($0)'" } ?? " that \(count == 1 ? "was" : "were") derived from the state"
    return (count == 1 ? "an effect" : "\(count) effects") + origin
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// The id with this number among those of a generator.
  public init(integerLiteral generation: Int) {
    self.init(generation: generation)
  }
}
