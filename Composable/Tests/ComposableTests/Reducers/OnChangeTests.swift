import ComposableCore
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

  @Test func `state that was there from the start and an equal value are no change`() {
    let store = TestStore(initialState: Meter.State(level: 3)) { Meter() }

    store.send(.touched) { $0.touches = 1 }
    store.send(.set(3))
  }

  @Test func `a duplicate is no change`() {
    let store = TestStore(initialState: Rows(rows: [Twig.State(id: 1)])) {
      Reduce<Rows, Change<Rows>>.changing.onChange(of: \.rows, isDuplicate: { $0.ids == $1.ids }) { former, state in
        state.notes.append("\(former!.ids) -> \(state.rows.ids)")
        return .none
      }
    }

    store.send(Change { $0.rows[0].count = 7 }) { $0.rows[0].count = 7 }
    store.send(Change { $0.rows.append(Twig.State(id: 2)) }) {
      $0.rows.append(Twig.State(id: 2))
      $0.notes = ["[1] -> [1, 2]"]
    }
  }

  @Test func `several values are watched as one`() {
    let store = TestStore(initialState: Trio()) {
      Reduce<Trio, Change<Trio>>.changing.onChange(of: { ($0.a, $0.b) }, isDuplicate: ==) { former, state in
        state.notes.append("\(former!) -> \((state.a, state.b))")
        return .none
      }
    }

    store.send(Change { $0.a = 1 }) { $0 = Trio(a: 1, b: 0, notes: ["(0, 0) -> (1, 0)"]) }
    store.send(Change { $0.b = 2 }) { $0 = Trio(a: 1, b: 2, notes: ["(0, 0) -> (1, 0)", "(1, 0) -> (1, 2)"]) }
    store.send(Change { $0.c = 3 }) { $0.c = 3 }
  }

  @Test func `an outer derivation sees what an inner one changed`() {
    let store = TestStore(initialState: Trio()) {
      Reduce<Trio, Change<Trio>>.changing
        .onChange(of: \.a) { _, state in
          state.b = state.a * 2
          return .none
        }
        .onChange(of: \.b) { _, state in
          state.c = state.b * 2
          return .none
        }
    }

    store.send(Change { $0.a = 1 }) { $0 = Trio(a: 1, b: 2, c: 4) }
  }

  @Test func `every change is seen at the root, on a child only its own, also when the child acts next`() {
    let store = TestStore(initialState: Cottage.State()) {
      Cottage().onChange(of: \.level) { former, state in
        state.notes.append("root \(former!) -> \(state.level)")
        return .none
      }
    }

    store.send(.child(1)) { $0 = Cottage.State(level: 1, notes: ["child 0 -> 1", "root 0 -> 1"]) }
    store.send(.parent(2)) {
      $0.level = 2
      $0.notes.append("root 1 -> 2")
    }
    store.send(.child(2))
    store.send(.child(3)) {
      $0.level = 3
      $0.notes += ["child 2 -> 3", "root 2 -> 3"]
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

private struct Rows: Equatable, Sendable {
  var rows: IdentifiedArrayOf<Twig.State> = []
  var notes: [String] = []
}

private struct Trio: Equatable, Sendable {
  var a = 0
  var b = 0
  var c = 0
  var notes: [String] = []
}

/// A parent and a child, both of which change the level; the child notes what it sees.
private struct Cottage: Reducer {
  struct State: Equatable, Sendable {
    var level = 0
    var notes: [String] = []
  }

  enum Action: Sendable {
    case child(Int)
    case parent(Int)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.self, action: .identity) {
      Reduce<State, Action> { state, action in
        if case .child(let level) = action { state.level = level }
        return .none
      }
      .onChange(of: \.level) { former, state in
        state.notes.append("child \(former!) -> \(state.level)")
        return .none
      }
    }
    Reduce { state, action in
      if case .parent(let level) = action { state.level = level }
      return .none
    }
  }
}
