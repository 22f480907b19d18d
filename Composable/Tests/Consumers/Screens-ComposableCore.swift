import ComposableCore

enum Path {
  enum State: CasePathable, Equatable, Sendable {
    case counter(Counter.State)

    struct AllCasePaths: Sendable {
      var counter: CasePath<State, Counter.State> {
        .init(embed: { .counter($0) }, extract: { if case .counter(let state) = $0 { state } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Equatable, Sendable {
    case counter(Counter.Action)

    struct AllCasePaths: Sendable {
      var counter: CasePath<Action, Counter.Action> {
        .init(embed: { .counter($0) }, extract: { if case .counter(let action) = $0 { action } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }
}

struct Screens: Reducer {
  struct State: Equatable, Sendable {
    var path = StackState<Path.State>()
  }

  enum Action: CasePathable, Equatable, Sendable {
    case pushed
    case path(StackAction<Path.State, Path.Action>)

    struct AllCasePaths: Sendable {
      var path: CasePath<Action, StackAction<Path.State, Path.Action>> {
        .init(embed: { .path($0) }, extract: { if case .path(let action) = $0 { action } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .pushed = action { state.path.append(.counter(Counter.State())) }
      return .none
    }
    .forEach(\.path, action: \.path) { Scope(state: \.counter, action: \.counter) { Counter() } }
  }
}

struct Counter: Reducer {
  struct State: Equatable, Sendable {
    var taps = 0

    mutating func tap() {
      taps += 1
    }
  }

  enum Action: Equatable, Sendable {
    case tapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.tap()
    return .none
  }
}
