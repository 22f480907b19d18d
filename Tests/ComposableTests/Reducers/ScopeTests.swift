import Composable
import ComposableTesting
import Testing

@Suite struct ScopeTests {
  @Test func `a child that is a part of the state handles its actions and receives its responses`() {
    let store = TestStore(initialState: Duo.State()) { Duo() }

    store.send(.left(.tapped)) { $0.left = 1 }
    store.receive(.left(.answered)) { $0.left = 11 }
    store.send(.right(.tapped)) { $0.right = 1 }
    store.receive(.right(.answered)) { $0.right = 11 }
  }

  @Test func `a child that is a case of the state handles its actions and receives its responses`() {
    let store = TestStore(initialState: Either.State.left(0)) { Either() }

    store.send(.left(.tapped)) { $0 = .left(1) }
    store.receive(.left(.answered)) { $0 = .left(11) }
    store.send(.switched) { $0 = .right(11) }
    store.send(.right(.tapped)) { $0 = .right(12) }
    store.receive(.right(.answered)) { $0 = .right(22) }
  }

  @Test func `an action for a case that is not current is reported with both cases, and changes nothing`() {
    let issues = withIssues {
      let store = TestStore(initialState: Either.State.left(0)) { Either() }
      store.send(.right(.tapped))
    }

    #expect(issues.count == 1)
    #expect(issues[0].message.contains("\n  action: .right(.tapped)\n  state: .left\n"))
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

  @Test func `an action without a scope is ignored by every scope`() {
    let store = TestStore(initialState: Duo.State()) { Duo() }

    store.send(.nothing)
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

private struct Duo: Reducer {
  struct State: Equatable, Sendable {
    var left = 0
    var right = 0
  }

  enum Action: Equatable, Sendable {
    case left(Tapping.Action)
    case right(Tapping.Action)
    case nothing
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.left, action: .left) { Tapping() }
    Scope(state: \.right, action: .right) { Tapping() }
  }
}

private struct Either: Reducer {
  enum State: Equatable, Sendable {
    case left(Int)
    case right(Int)
  }

  enum Action: Equatable, Sendable {
    case left(Tapping.Action)
    case right(Tapping.Action)
    case switched
  }

  var body: some Reducer<State, Action> {
    Scope(state: .left, action: .left) { Tapping() }
    Scope(state: .right, action: .right) { Tapping() }
    Reduce { state, action in
      if case .switched = action, case .left(let count) = state { state = .right(count) }
      return .none
    }
  }
}

extension CasePath where Root == Duo.Action {
  fileprivate static var left: CasePath<Root, Tapping.Action> {
    .init(embed: Root.left) { if case .left(let action) = $0 { action } else { nil } }
  }
  fileprivate static var right: CasePath<Root, Tapping.Action> {
    .init(embed: Root.right) { if case .right(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Either.Action {
  fileprivate static var left: CasePath<Root, Tapping.Action> {
    .init(embed: Root.left) { if case .left(let action) = $0 { action } else { nil } }
  }
  fileprivate static var right: CasePath<Root, Tapping.Action> {
    .init(embed: Root.right) { if case .right(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Either.State {
  fileprivate static var left: CasePath<Root, Int> {
    .init(embed: Root.left) { if case .left(let count) = $0 { count } else { nil } }
  }
  fileprivate static var right: CasePath<Root, Int> {
    .init(embed: Root.right) { if case .right(let count) = $0 { count } else { nil } }
  }
}
