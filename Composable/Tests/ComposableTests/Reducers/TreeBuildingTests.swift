import ComposableCore
import Testing

@Suite struct TreeBuildingTests {
  private let journal = Journal()

  @Test func `each body is asked for once when the store is made, and never by an action`() {
    let store = SteppedStore(Nest.State(depth: 3)) { Nest(depth: 3, journal: journal) }
    #expect(journal.entries == ["body 3", "body 2", "body 1", "body 0"])

    for _ in 1...10 { store.send(.tapped(depth: 0)) }
    store.send(.tapped(depth: 3))

    #expect(journal.entries.count == 4)
    #expect(store.state.taps == 11)
  }

  @Test func `two stores of one reducer have a tree each`() {
    let node = Nest(depth: 0, journal: journal)
    let first = SteppedStore(Nest.State(depth: 0)) { node }
    let second = SteppedStore(Nest.State(depth: 0)) { node }

    first.send(.tapped(depth: 0))

    #expect(journal.entries == ["body 0", "body 0"])
    #expect(first.state.taps == 1)
    #expect(second.state.taps == 0)
  }

  @Test func `a reducer with a body is called by hand, at the price of a tree for each call`() {
    var state = Nest.State(depth: 1)
    let node = Nest(depth: 1, journal: journal)

    _ = node.reduce(into: &state, action: .tapped(depth: 1))
    _ = node.reduce(into: &state, action: .tapped(depth: 0))

    #expect(state.taps == 2)
    #expect(journal.entries == ["body 1", "body 0", "body 1", "body 0"])
  }

  @Test func `the children of a reducer that is called by hand are not taken for those of the tree`() {
    let holds = HoldLedger()
    let child = EmptyReducer<Tree.State, Tree.Action>().ifLet(\.leaf, action: .leaf) { Twig(holds: holds) }
    let store = SteppedStore<Tree.State, Tree.Action>(Tree.State(leaf: Twig.State(id: 9), rows: [Row.State(id: 1)])) {
      Reduce { state, action in child.reduce(into: &state, action: action) }
      EmptyReducer().forEach(\.rows, action: .rows) { Row(holds: holds) }
    }

    store.send(.leaf(.appeared))
    store.send(.rows(.element(id: 1, action: .appeared)))
    #expect(holds.living == ["leaf 9", "row 1"])
    store.drop()

    #expect(holds.living == [])
  }
}

/// A feature in itself, as deep as one likes.
private struct Nest: Reducer {
  struct State: Sendable {
    var children: [State] = []
    var taps = 0

    init(depth: Int) {
      if depth > 0 { children = [State(depth: depth - 1)] }
    }
  }

  enum Action: Sendable {
    case tapped(depth: Int)
  }

  let depth: Int
  let journal: Journal

  var body: some Reducer<State, Action> {
    let _ = journal.note("body \(depth)")
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
    if depth > 0 {
      Scope(state: \.children[0], action: .identity) {
        Nest(depth: depth - 1, journal: journal) as any Reducer<State, Action>
      }
    }
  }
}
