import ComposableCore
import ComposableTesting
import Testing

@Suite struct ScopeTests {
  @Test func `a child that is a part or a case of the state handles its actions and receives its responses`() {
    let store = TestStore(initialState: Both.State()) { Both() }

    store.send(.part(.tapped)) { $0.part = 1 }
    store.receive(.part(.answered)) { $0.part = 11 }
    store.send(.left(.tapped)) { $0.choice = .left(1) }
    store.receive(.left(.answered)) { $0.choice = .left(11) }
    store.send(.switched) { $0.choice = .right(11) }
    store.send(.right(.tapped)) { $0.choice = .right(12) }
    store.receive(.right(.answered)) { $0.choice = .right(22) }
  }

  @Test func `a case's effects end when another case becomes current`() {
    let holds = HoldLedger()
    let store = SteppedStore<Tree.Screen, Tree.Action>(.first(Twig.State(id: 1))) {
      Scope(state: .first, action: .first) { Twig(holds: holds) }
      Reduce { state, action in
        if case .cancelled = action { state = .second(Twig.State(id: 1)) }
        return .none
      }
    }
    store.send(.first(.appeared))

    store.send(.cancelled(""))

    #expect(holds.history == ["+ leaf 1", "- leaf 1"])
  }
}

/// A count that answers each tap.
private struct Tapping: Reducer {
  enum Action: Equatable, Sendable {
    case tapped
    case answered
  }

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .tapped:
      state += 1
      return .run { send in await send(.answered) }
    case .answered:
      state += 10
      return .none
    }
  }
}

/// A count beside one of two.
private struct Both: Reducer {
  struct State: Equatable, Sendable {
    var part = 0
    var choice = Choice.left(0)
  }

  enum Choice: Equatable, Sendable {
    case left(Int)
    case right(Int)
  }

  enum Action: Equatable, Sendable {
    case part(Tapping.Action)
    case left(Tapping.Action)
    case right(Tapping.Action)
    case switched
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.part, action: .part) { Tapping() }
    Scope(state: \.choice, action: .identity) {
      Scope(state: .left, action: .left) { Tapping() }
      Scope(state: .right, action: .right) { Tapping() }
    }
    Reduce { state, action in
      if case .switched = action, case .left(let count) = state.choice { state.choice = .right(count) }
      return .none
    }
  }
}

extension CasePath where Root == Both.Action {
  fileprivate static var part: CasePath<Root, Tapping.Action> {
    .init(embed: Root.part) { if case .part(let action) = $0 { action } else { nil } }
  }
  fileprivate static var left: CasePath<Root, Tapping.Action> {
    .init(embed: Root.left) { if case .left(let action) = $0 { action } else { nil } }
  }
  fileprivate static var right: CasePath<Root, Tapping.Action> {
    .init(embed: Root.right) { if case .right(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Both.Choice {
  fileprivate static var left: CasePath<Root, Int> {
    .init(embed: Root.left) { if case .left(let count) = $0 { count } else { nil } }
  }
  fileprivate static var right: CasePath<Root, Int> {
    .init(embed: Root.right) { if case .right(let count) = $0 { count } else { nil } }
  }
}
