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

  @Test func `an equal value is no change`() {
    let store = TestStore(initialState: Meter.State(level: 3)) { Meter() }

    store.send(.touched) { $0.touches = 1 }
    store.send(.set(3))
  }

  @Test func `a duplicate is no change`() {
    let store = TestStore(initialState: Rows(rows: [Twig.State(id: 1)])) {
      Reduce<Rows, Change<Rows>>.changing.onChange(of: \.rows, isDuplicate: { $0.ids == $1.ids }) { former, state in
        if let former { state.notes.append("\(former.ids) -> \(state.rows.ids)") }
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
        if let former { state.notes.append("\(former) -> \((state.a, state.b))") }
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

  @Test func `a child sees the changes by its parent too, before the parent's own derivation`() {
    let store = TestStore(initialState: Cottage.State()) {
      Cottage().onChange(of: \.level) { former, state in
        if let former { state.notes.append("root \(former) -> \(state.level)") }
        return .none
      }
    }

    store.send(.child(1)) { $0 = Cottage.State(level: 1, notes: ["child 0 -> 1", "root 0 -> 1"]) }
    store.send(.parent(2)) {
      $0.level = 2
      $0.notes += ["child 1 -> 2", "root 1 -> 2"]
    }
    store.send(.child(2))
  }

  @Test func `what a child derives belongs to no send, and begins after what all reducers began`() {
    let holds = HoldLedger()
    let store = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 1))) {
      EmptyReducer().ifLet(\.leaf, action: .leaf) {
        Twig(holds: holds).onChange(of: \.count) { former, state in
          former == nil ? .none : holds.hold("derived \(state.count)")
        }
      }
      Reduce { _, _ in holds.hold("root") }
    }
    store.executor.drain()

    let task = store.send(.leaf(.counted))
    #expect(holds.history == ["+ root", "+ derived 1"])
    store.cancel(task)

    #expect(holds.living == ["derived 1"])
  }

  @Test func `a derivation that changes what an inner one watches is seen by that, in the same action`() {
    let store = TestStore(initialState: Trio()) {
      Reduce<Trio, Change<Trio>>.changing
        .onChange(of: \.b) { former, state in
          if let former { state.notes.append("b \(former) -> \(state.b)") }
          return .none
        }
        .onChange(of: \.a) { former, state in
          if former != nil { state.b = state.a * 2 }
          return .none
        }
    }

    store.send(Change { $0.a = 1 }) { $0 = Trio(a: 1, b: 2, notes: ["b 0 -> 2"]) }
  }

  @Test func `a derivation is not called for what it changes itself`() {
    let store = TestStore(initialState: Trio()) {
      Reduce<Trio, Change<Trio>>.changing
        .onChange(of: \.a) { former, state in
          if former != nil { state.a += 1 }
          return .none
        }
    }

    store.send(Change { $0.a = 1 }) { $0.a = 2 }
  }

  @Test func `two derivations that never agree are an issue, and the store goes on`() {
    let issues = withIssues {
      let store = SteppedStore<Trio, Change<Trio>>(Trio()) {
        Reduce<Trio, Change<Trio>>.changing
          .onChange(of: \.a) { former, state in
            if former != nil { state.b += 1 }
            return .none
          }
          .onChange(of: \.b) { former, state in
            if former != nil { state.a += 1 }
            return .none
          }
      }
      store.executor.drain()
      store.send(Change { $0.a = 1 })
      #expect(store.state.a > 1)
    }

    #expect(issues.count == 1)
    #expect(
      issues.first?.message.hasPrefix("the derivations of 'onChange' in 'Trio' have changed the state 100 times")
        == true
    )
  }

  @Test func `a change at the end of a turn is seen, and what it derives begins in that turn`() {
    let holds = HoldLedger()
    let executor = SteppedExecutor()
    let store = Store<Trio, Change<Trio>>(initialState: Trio(), executor: executor) {
      Reduce<Trio, Change<Trio>>.changing
        .onChange(of: \.b) { former, state in former == nil ? .none : holds.hold("b \(state.b)") }
    } endOfTurn: { state in
      state.b = state.a * 2
    }
    executor.drain()

    executor.perform { _ = store.send(Change { $0.a = 2 }) }

    #expect(holds.living == ["b 4"])
  }

  @Test func `only the elements that an action touched are compared`() {
    let comparisons = Journal()
    let rows = IdentifiedArray(uniqueElements: (1...100).map { Twig.State(id: $0) })
    let store = SteppedStore<Rows, Change<Rows>>(Rows(rows: rows)) {
      Reduce<Rows, Change<Rows>>.changing.forEach(\.rows, action: noRowAction) {
        EmptyReducer<Twig.State, Never>().onChange(
          of: { state in
            comparisons.note("\(state.id)")
            return state.count
          },
          derive: { _, _ in .none }
        )
      }
    }
    store.send(Change { $0.notes = ["untouched"] })
    let before = comparisons.entries.count

    store.send(Change { $0.notes = [] })
    #expect(comparisons.entries.count == before)
    store.send(Change { $0.rows[id: 57]?.count = 1 })
    store.send(Change { $0.notes = [] })

    #expect(Set(comparisons.entries.dropFirst(before)) == ["57"])
  }

  @Test func `an overridden dependency is seen by what is derived`() {
    let journal = Journal()
    let store = SteppedStore<Int, Int>(0) {
      EmptyReducer()
        .onMount { _ in
          @Dependency(\.shelf) var shelf
          journal.note("books \(shelf.books)")
          return .none
        }
        .dependency(\.shelf.books, 9)
    }
    store.executor.drain()

    #expect(journal.entries == ["books 9"])
  }

  @Test func `a reducer that derives and is called by hand is an issue`() {
    let issues = withIssues {
      var state = Cottage.State()
      _ = Cottage().reduce(into: &state, action: .parent(1))
    }

    #expect(issues.count == 1)
    #expect(
      issues.first?.message.hasPrefix(
        "'Cottage.reduce(into:action:)' was called by hand, so its 'onChange' and 'onMount' did nothing."
      ) == true
    )
  }

  @Test func `a derived effect belongs to the child that it was derived in`() {
    let holds = HoldLedger()
    let store = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 1))) {
      EmptyReducer().ifLet(\.leaf, action: .leaf) {
        Twig(holds: holds).onChange(of: \.count) { former, state in
          former == nil ? .none : holds.hold("derived \(state.count)")
        }
      }
      Reduce { state, action in
        if case .own(let change) = action { change.apply(&state) }
        return .none
      }
    }
    store.executor.drain()
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
      guard let former else { return .none }
      state.notes.append("\(former) -> \(state.level)")
      return .send(.derived(state.level))
    }
  }
}

private let noRowAction = CasePath<Change<Rows>, IdentifiedAction<Int, Never>>(
  embed: { _ in Change { _ in } },
  extract: { _ in nil }
)

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
        if let former { state.notes.append("child \(former) -> \(state.level)") }
        return .none
      }
    }
    Reduce { state, action in
      if case .parent(let level) = action { state.level = level }
      return .none
    }
  }
}
