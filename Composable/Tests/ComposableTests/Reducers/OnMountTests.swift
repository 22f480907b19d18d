import ComposableCore
import ComposableTesting
import Testing

@Suite struct OnMountTests {
  private let holds = HoldLedger()

  @Test(arguments: Parlor.Way.allCases)
  fileprivate func `a child holds from the action that puts it there to the one that takes it away`(
    in way: Parlor.Way
  ) {
    let store = parlor()
    store.send(.changed(Change { way.put(7, in: &$0) }))
    #expect(holds.history == ["+ lamp 7"])

    store.send(.changed(Change { way.clear(&$0) }))

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
    #expect(store.traces == .none)
  }

  @Test(arguments: Parlor.Way.allCases)
  fileprivate func `a child with another identity holds anew, after the release`(in way: Parlor.Way) {
    let store = parlor()
    store.send(.changed(Change { way.put(7, in: &$0) }))

    store.send(
      .changed(
        Change { state in
          way.clear(&state)
          way.put(8, in: &state)
        }
      )
    )

    #expect(holds.history == ["+ lamp 7", "- lamp 7", "+ lamp 8"])
  }

  // An element of a stack gets another identity each time.
  @Test(arguments: Parlor.Way.allCases.filter { $0 != .path })
  fileprivate func `a child that is replaced by one with the same identity goes on holding`(in way: Parlor.Way) {
    let store = parlor()
    store.send(.changed(Change { way.put(7, in: &$0) }))

    store.send(
      .changed(
        Change { state in
          way.clear(&state)
          way.put(7, in: &state)
        }
      )
    )

    #expect(holds.history == ["+ lamp 7"])
  }

  @Test(arguments: Parlor.Way.allCases)
  fileprivate func `a child that is there from the start holds when the store is made`(in way: Parlor.Way) {
    var state = Parlor.State()
    way.put(7, in: &state)
    let store = parlor(state)
    #expect(holds.living == ["lamp 7"])

    store.drop()

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test(arguments: [Parlor.Way.sheet, .path])
  fileprivate func `a child that dismisses itself releases in the same turn`(in way: Parlor.Way) {
    var state = Parlor.State()
    way.put(7, in: &state)
    let store = parlor(state)

    store.send(way == .sheet ? .sheet(.presented(.left)) : .path(.element(id: store.state.path.ids[0], action: .left)))

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test func `a child that its presenter dismisses releases`() {
    let store = parlor(Parlor.State(sheet: Lamp.State(id: 7)))

    store.send(.sheet(.dismiss))

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test func `a child that comes with one action and goes with the next of the same turn holds in between`() {
    let store = parlor()

    store.send(.flashed)

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
    #expect(store.state.sheet == nil)
  }

  @Test func `a child that comes and goes within one action does not mount`() {
    let store = parlor()

    store.send(
      .changed(
        Change { state in
          state.sheet = Lamp.State(id: 7)
          state.sheet = nil
        }
      )
    )

    #expect(holds.history == [])
  }

  @Test func `each row mounts once, in the order of the rows, and a change of another mounts none`() {
    let store = parlor()

    store.send(.changed(Change { $0.rows = [Lamp.State(id: 1), Lamp.State(id: 2)] }))
    store.send(.changed(Change { $0.rows.append(Lamp.State(id: 3)) }))
    store.send(.changed(Change { $0.rows[id: 2]?.isOn = true }))
    store.send(.changed(Change { $0.rows.remove(id: 1) }))

    #expect(holds.history == ["+ lamp 1", "+ lamp 2", "+ lamp 3", "- lamp 1"])
  }

  @Test func `cancelling the send that presented a child does not end what the child holds`() {
    let store = parlor()

    let task = store.send(.changed(Change { $0.sheet = Lamp.State(id: 7) }))

    #expect(task.isNone)
    #expect(holds.living == ["lamp 7"])
  }

  @Test func `a child ends what it began when it mounted`() {
    let store = parlor(Parlor.State(sheet: Lamp.State(id: 7)))

    store.send(.sheet(.presented(.broken)))

    #expect(holds.living == [])
    #expect(store.state.sheet != nil)
  }

  @Test func `the root holds from the start of its store to the end, made on its executor or elsewhere`() {
    let executor = SteppedExecutor()
    let make = { [holds] in
      Store<Int, Int>(initialState: 7, executor: executor) {
        EmptyReducer().onMount { state in holds.hold("root \(state)") }
      }
    }
    var store: Store<Int, Int>? = executor.perform(make)
    #expect(holds.history == ["+ root 7"])
    #expect(executor.perform { store?.state } == 7)
    executor.perform { store = nil }
    #expect(holds.history == ["+ root 7", "- root 7"])

    store = make()
    #expect(holds.history.count == 2)
    executor.drain()
    #expect(holds.history.last == "+ root 7")
    executor.perform { store = nil }
    #expect(holds.living == [])
  }

  @Test func `the root mounts before the first action, also if that comes before the executor's next job`() {
    let executor = SteppedExecutor()
    let store = Store<Int, Int>(initialState: 0, executor: executor) {
      Reduce { [holds] state, action in
        state = action
        return holds.hold("action \(action)")
      }
      .onMount { [holds] state in holds.hold("root \(state)") }
    }

    executor.perform { _ = store.send(5) }
    executor.drain()

    #expect(holds.history == ["+ root 0", "+ action 5"])
  }

  @Test func `a function is called when a child goes, and when the store ends`() {
    let journal = Journal()
    let store = SteppedStore<Parlor.State, Parlor.Action>(Parlor.State(sheet: Lamp.State(id: 7))) {
      Parlor(holds: holds).onDismount { journal.note("parlor") }
      EmptyReducer().ifLet(\.$sheet, action: .sheet) { EmptyReducer().onDismount { journal.note("lamp") } }
    }

    store.send(.changed(Change { $0.sheet = nil }))
    #expect(journal.entries == ["lamp"])
    store.drop()

    #expect(journal.entries == ["lamp", "parlor"])
  }

  @Test func `what mounting acquires may report to the store, in the same turn`() {
    let executor = SteppedExecutor()
    let store = Store<Int, Int>(initialState: 0, executor: executor) {
      Reduce { state, action in
        state += action
        return .none
      }
      .onMount { _ in
        @Dependency(\.report) var report
        return .hold(acquire: { report(3) }, release: { _ in })
      }
    } withDependencies: { values, input in
      values.report = { input.send($0) }
    }
    executor.drain()

    executor.perform { #expect(store.state == 3) }
  }

  @Test func `everything that exists mounts at any depth, below scopes, cases and children`() {
    var state = Restored.State(
      optional: Bud.State(id: 2),
      rows: [Bough.State(id: 3), Bough.State(id: 4, child: Bud.State(id: 5))],
      screen: .bud(Bud.State(id: 6)),
      sheet: Bud.State(id: 7)
    )
    state.path.append(Bud.State(id: 8))

    let store = SteppedStore(state) { Restored(holds: holds) }
    store.executor.drain()

    #expect(
      holds.living == ["root", "scope 1", "optional 2", "row 3", "row 4", "nested 5", "case 6", "sheet 7", "path 8"]
    )
    store.send(
      .change(
        Change { state in
          state.optional = nil
          state.rows.remove(id: 3)
          state.rows[id: 4]?.child = nil
          state.screen = .none
          state.sheet = nil
          state.path.removeLast()
        }
      )
    )
    #expect(holds.living == ["root", "scope 1", "row 4"])
  }

  private func parlor(_ state: Parlor.State = Parlor.State()) -> SteppedStore<Parlor.State, Parlor.Action> {
    let store = SteppedStore(state) { Parlor(holds: holds) }
    store.executor.drain()
    return store
  }
}

/// In a test store.
@Suite struct OnMountTestStoreTests {
  private let holds = HoldLedger()

  @Test func `a child that holds is in flight until the test takes it away`() {
    let store = TestStore(initialState: Parlor.State()) { Parlor(holds: holds) }

    store.send(.changed(Change { $0.sheet = Lamp.State(id: 7) })) { $0.sheet = Lamp.State(id: 7) }
    #expect(holds.living == ["lamp 7"])
    store.send(.sheet(.dismiss)) { $0.sheet = nil }
    store.finish()

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test func `a child that still holds at the end is an issue, at the line that put it there`() {
    let issues = issuesByLine {
      let store = TestStore(initialState: Parlor.State()) { Parlor(holds: holds) }
      store.send(.changed(Change { $0.sheet = Lamp.State(id: 7) })) { $0.sheet = Lamp.State(id: 7) }
      store.finish()
    }

    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("+2: ") == true)
    #expect(issues.first?.contains("an effect that was derived from the state") == true)
  }

  @Test func `what the root holds is no effect in flight, and is released with the test store`() {
    do {
      let store = TestStore(initialState: Lamp.State(id: 7)) { Lamp(holds: holds) }
      #expect(holds.living == ["lamp 7"])
      store.finish()
    }

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test func `work that the root began is in flight, at the line of the test store`() {
    let issues = issuesByLine {
      let store = TestStore<Int, Int>(initialState: 0) { EmptyReducer().onMount { _ in .run(operation: forever) } }
      store.finish()
    }

    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("+1: ") == true)
  }

  @Test func `a test begins with the state that mounting left, and receives what it sent`() {
    let store = TestStore<Int, Int>(initialState: 4) {
      Reduce { state, action in
        state = action
        return .none
      }
      .onChange(of: \.self) { former, state in
        if former == nil { state += 1 }
        return former == nil ? .send(state * 10) : .none
      }
    }

    #expect(store.state == 5)
    store.receive(50) { $0 = 50 }
    store.finish()
  }
}

/// A feature that holds its name while it exists, until it breaks.
private struct Lamp: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var isOn = false
  }

  enum Action: Equatable, Sendable {
    case left, broken
  }

  let holds: HoldLedger
  @Dependency(\.dismiss) private var dismiss

  init(holds: HoldLedger) {
    self.holds = holds
  }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .left: .run { [dismiss] _ in await dismiss() }
      case .broken: .cancel(id: "light")
      }
    }
    .onMount { state in holds.hold("lamp \(state.id)").cancellable(id: "light") }
  }
}

/// A feature with lamps in each place that there is for a child.
private struct Parlor: Reducer {
  struct State: Equatable, Sendable {
    var optional: Lamp.State?
    @PresentationState var sheet: Lamp.State?
    var rows: IdentifiedArrayOf<Lamp.State> = []
    var path = StackState<Lamp.State>()
    var screen = Screen.none
  }

  enum Screen: Equatable, Sendable {
    case none
    case lamp(Lamp.State)
  }

  enum Way: CaseIterable {
    case optional, sheet, rows, path, screen

    func put(_ id: Int, in state: inout State) {
      switch self {
      case .optional: state.optional = Lamp.State(id: id)
      case .sheet: state.sheet = Lamp.State(id: id)
      case .rows: state.rows.append(Lamp.State(id: id))
      case .path: state.path.append(Lamp.State(id: id))
      case .screen: state.screen = .lamp(Lamp.State(id: id))
      }
    }

    func clear(_ state: inout State) {
      switch self {
      case .optional: state.optional = nil
      case .sheet: state.sheet = nil
      case .rows: state.rows.removeLast()
      case .path: state.path.removeLast()
      case .screen: state.screen = .none
      }
    }
  }

  enum Action: Sendable {
    case changed(Change<State>)
    case flashed, darkened
    case sheet(PresentationAction<Lamp.Action>)
    case rows(IdentifiedActionOf<Lamp>)
    case path(StackAction<Lamp.State, Lamp.Action>)
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      switch action {
      case .changed(let change): change.apply(&state)
      case .flashed:
        state.sheet = Lamp.State(id: 7)
        return .send(.darkened)
      case .darkened: state.sheet = nil
      case .sheet, .rows, .path: break
      }
      return .none
    }
    .ifLet(\.optional, action: CasePath(embed: { .sheet(.presented($0)) }, extract: { _ in nil })) {
      Lamp(holds: holds)
    }
    .ifLet(\.$sheet, action: .sheet) { Lamp(holds: holds) }
    .forEach(\.rows, action: CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }) {
      Lamp(holds: holds)
    }
    .forEach(\.path, action: CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }) {
      Lamp(holds: holds)
    }
    Scope(state: \.screen, action: .identity) {
      EmptyReducer<Screen, Action>()
        .ifCaseLet(
          CasePath(embed: Screen.lamp) { if case .lamp(let lamp) = $0 { lamp } else { nil } },
          action: CasePath(embed: { .sheet(.presented($0)) }, extract: { _ in nil })
        ) {
          Lamp(holds: holds)
        }
    }
  }
}

extension CasePath where Root == Parlor.Action {
  fileprivate static var sheet: CasePath<Root, PresentationAction<Lamp.Action>> {
    .init(embed: Root.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
}

private enum ReportKey: DependencyKey {
  static let liveValue: @Sendable (Int) -> Void = { _ in }
  static let testValue: @Sendable (Int) -> Void = { _ in }
}

extension DependencyValues {
  fileprivate var report: @Sendable (Int) -> Void {
    get { self[ReportKey.self] }
    set { self[ReportKey.self] = newValue }
  }
}
