@testable import ComposableCore
import ComposableTesting

/// A feature with a child, a grandchild and rows of children, whose actions carry the work to do.
struct Family: Reducer {
  struct State: Sendable, Equatable {
    var child: Member.State?
    var rows: IdentifiedArray<Int, Member.State> = []
    var values: [Int] = []
  }

  enum Action: Sendable {
    case perform(@Sendable (inout State) -> Effect<Action>)
    case value(Int)
    case child(Member.Action)
    case rows(IdentifiedAction<Int, Member.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .perform(let body): return body(&state)
      case .value(let value):
        state.values.append(value)
        return .none
      case .child, .rows: return .none
      }
    }
    .ifLet(\.child, action: .child) { Member() }
    .forEach(\.rows, action: .rows) { Member() }
  }
}

extension Family {
  struct Member: Reducer {
    struct State: Sendable, Equatable, Identifiable {
      let id: Int
      var grandchild: Junior.State?
      var values: [Int] = []
    }

    enum Action: Sendable {
      case perform(@Sendable (inout State) -> Effect<Action>)
      case value(Int)
      case grandchild(Junior.Action)
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .perform(let body): return body(&state)
        case .value(let value):
          state.values.append(value)
          return .none
        case .grandchild: return .none
        }
      }
      .ifLet(\.grandchild, action: .grandchild) { Junior() }
    }
  }
}

extension Family {
  struct Junior: Reducer {
    struct State: Sendable, Equatable {
      var values: [Int] = []
    }

    enum Action: Sendable {
      case begin(Effect<Action>)
      case value(Int)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .begin(let effect): return effect
      case .value(let value):
        state.values.append(value)
        return .none
      }
    }
  }
}

extension Family.Action {
  static func begin(_ effect: Effect<Self>) -> Self { .perform { _ in effect } }

  static func change(_ change: @escaping @Sendable (inout Family.State) -> Void) -> Self {
    .perform { state in
      change(&state)
      return .none
    }
  }

  static func row(_ id: Int, _ effect: Effect<Family.Member.Action>) -> Self {
    .rows(.element(id: id, action: .begin(effect)))
  }
}

extension Family.Member.Action {
  static func begin(_ effect: Effect<Self>) -> Self { .perform { _ in effect } }
}

extension CasePath where Root == Family.Action {
  fileprivate static var child: CasePath<Root, Family.Member.Action> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }

  fileprivate static var rows: CasePath<Root, IdentifiedAction<Int, Family.Member.Action>> {
    .init(embed: Root.rows) { if case .rows(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Family.Member.Action {
  fileprivate static var grandchild: CasePath<Root, Family.Junior.Action> {
    .init(embed: Root.grandchild) { if case .grandchild(let action) = $0 { action } else { nil } }
  }
}

typealias FamilyStore = SteppedStore<Family.State, Family.Action>

extension FamilyStore {
  /// A store with a clock of its own.
  convenience init(_ state: Family.State = Family.State()) {
    let executor = SteppedExecutor()
    self.init(state, executor: executor) {
      Family()
    } withDependencies: {
      $0.clock = TestClock(executor: executor)
    }
  }

  var clock: TestClock { dependencies.clock as! TestClock }
}
