import Composable
import ComposableTesting
import Testing

@Suite struct OnChangeTests {
  @Test func `a change is seen after it was made, with the former value, and may change the state and start an effect`()
  {
    let store = TestStore(initialState: Meter.State()) { Meter() }

    store.send(.set(3)) {
      $0.level = 3
      $0.notes = ["0 -> 3"]
    }
    store.receive(.derived(3)) { $0.notes = ["0 -> 3", "derived 3"] }
  }

  @Test func `an equal value is no change`() {
    let store = TestStore(initialState: Meter.State(level: 3)) { Meter() }

    store.send(.set(3))
  }

  @Test func `state that was there from the start is no change`() {
    let store = TestStore(initialState: Meter.State(level: 3)) { Meter() }

    store.send(.touched) { $0.touches = 1 }
  }

  @Test func `a duplicate is no change`() {
    let store = TestStore(initialState: Rows.State(rows: [Rows.Item(id: 1)])) { Rows() }

    store.send(.change(Change { $0.rows[0].count = 7 })) { $0.rows[0].count = 7 }
    store.send(.change(Change { $0.rows.append(Rows.Item(id: 2)) })) {
      $0.rows.append(Rows.Item(id: 2))
      $0.notes = ["[1] -> [1, 2]"]
    }
  }

  @Test func `several values are watched as one`() {
    let store = TestStore(initialState: Pair.State()) { Pair() }

    store.send(.change(Change { $0.a = 1 })) { $0 = Pair.State(a: 1, b: 0, notes: ["(0, 0) -> (1, 0)"]) }
    store.send(.change(Change { $0.b = 2 })) {
      $0 = Pair.State(a: 1, b: 2, notes: ["(0, 0) -> (1, 0)", "(1, 0) -> (1, 2)"])
    }
    store.send(.change(Change { $0.c = 3 })) { $0.c = 3 }
  }

  @Test func `an outer derivation sees what an inner one changed`() {
    let store = TestStore(initialState: Pair.State()) {
      Reduce<Pair.State, Change<Pair.State>> { state, change in
        change.apply(&state)
        return .none
      }
      .onChange(of: \.a) { _, state in
        state.b = state.a * 2
        return .none
      }
      .onChange(of: \.b) { _, state in
        state.c = state.b * 2
        return .none
      }
    }

    store.send(Change { $0.a = 1 }) { $0 = Pair.State(a: 1, b: 2, c: 4) }
  }

  @Test func `at the root every change is seen, whichever reducer made it`() {
    let store = TestStore(initialState: Cottage.State()) {
      Cottage().onChange(of: \.parent.level) { former, state in
        state.notes.append("root \(former!) -> \(state.parent.level)")
        return .none
      }
    }

    store.send(.parent(.set(1))) {
      $0.parent.level = 1
      $0.notes = ["parent 0 -> 1", "root 0 -> 1"]
    }
    store.send(.parentSets(2)) {
      $0.parent.level = 2
      $0.notes = ["parent 0 -> 1", "root 0 -> 1", "root 1 -> 2"]
    }
  }

  @Test func `on a child a change by its parent is missed, also when the child acts next`() {
    let store = TestStore(initialState: Cottage.State()) { Cottage() }

    store.send(.parentSets(2)) { $0.parent.level = 2 }
    store.send(.parent(.touched)) { $0.parent.touches = 1 }
    store.send(.parent(.set(3))) {
      $0.parent.level = 3
      $0.notes = ["parent 2 -> 3"]
    }
  }

  @Test func `a derived effect belongs to the child that it was derived in`() {
    let holds = HoldLedger()
    let store = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 1))) {
      EmptyReducer().ifLet(\.leaf, action: .leaf) {
        Twig(holds: holds).onChange(of: \.count) { _, state in holds.hold("derived \(state.count)") }
      }
      Reduce { state, action in
        if case .own(let change) = action { change.apply(&state) }
        return .none
      }
    }
    store.send(.leaf(.counted))
    #expect(holds.living == ["derived 1"])

    store.send(.own(Change { $0.leaf = nil }))

    #expect(holds.living == [])
  }
}

/// A level whose changes are noted, and lead to an action.
private struct Meter: Reducer {
  struct State: Equatable, Sendable {
    var level = 0
    var touches = 0
    var notes: [String] = []
  }

  enum Action: Equatable, Sendable {
    case set(Int)
    case touched
    case derived(Int)
  }

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      switch action {
      case .set(let level): state.level = level
      case .touched: state.touches += 1
      case .derived(let level): state.notes.append("derived \(level)")
      }
      return .none
    }
    .onChange(of: \.level) { former, state in
      state.notes.append("\(former!) -> \(state.level)")
      return .send(.derived(state.level))
    }
  }
}

private struct Rows: Reducer {
  struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  struct State: Equatable, Sendable {
    var rows: IdentifiedArrayOf<Item> = []
    var notes: [String] = []
  }

  enum Action: Sendable {
    case change(Change<State>)
  }

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .change(let change) = action { change.apply(&state) }
      return .none
    }
    .onChange(of: \.rows, isDuplicate: { $0.ids == $1.ids }) { former, state in
      state.notes.append("\(former!.ids) -> \(state.rows.ids)")
      return .none
    }
  }
}

private struct Pair: Reducer {
  struct State: Equatable, Sendable {
    var a = 0
    var b = 0
    var c = 0
    var notes: [String] = []
  }

  enum Action: Sendable {
    case change(Change<State>)
  }

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .change(let change) = action { change.apply(&state) }
      return .none
    }
    .onChange(of: { ($0.a, $0.b) }, isDuplicate: ==) { former, state in
      state.notes.append("\(former!) -> \((state.a, state.b))")
      return .none
    }
  }
}

/// A parent that changes its child's state behind the child's back.
private struct Cottage: Reducer {
  struct State: Equatable, Sendable {
    var parent = Meter.State()
    var notes: [String] = []
  }

  enum Action: Equatable, Sendable {
    case parent(Meter.Action)
    case parentSets(Int)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.self, action: .identity) {
      Reduce<State, Action> { state, action in
        if case .parent(.set(let level)) = action { state.parent.level = level }
        if case .parent(.touched) = action { state.parent.touches += 1 }
        return .none
      }
      .onChange(of: \.parent.level) { former, state in
        state.notes.append("parent \(former!) -> \(state.parent.level)")
        return .none
      }
    }
    Reduce { state, action in
      if case .parentSets(let level) = action { state.parent.level = level }
      return .none
    }
  }
}
