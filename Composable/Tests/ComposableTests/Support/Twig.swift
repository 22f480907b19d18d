import ComposableCore

/// A change of state that travels in an action.
struct Change<State: Sendable>: Sendable {
  let apply: @Sendable (inout State) -> Void
}

extension Reduce where Action == Change<State> {
  /// Applies the changes that come as actions.
  static var changing: Self {
    Self { state, change in
      change.apply(&state)
      return .none
    }
  }
}

/// A child feature that holds its name, and counts.
struct Twig: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case appeared
    case restarted
    case disappeared
    case counted
    case asked
    case answered(Int)
  }

  let holds: HoldLedger
  var prefix = "leaf"

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let hold: Effect<Action> = holds.hold("\(prefix) \(state.id)")
    switch action {
    case .appeared: return hold.cancellable(id: "hold")
    case .restarted: return hold.cancellable(id: "hold", cancelInFlight: true)
    case .disappeared: return .cancel(id: "hold")
    case .counted: state.count += 1
    case .asked: return .run { [id = state.id] send in await send(.answered(id)) }
    case .answered(let id): state.count += 100 + id
    }
    return .none
  }
}
