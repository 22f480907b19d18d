import ComposableCore
import ComposableExtras

/// Gives each screen an id, in a program that names the product ComposableExtras alone.
struct Labels: Reducer {
  struct State: Equatable, Sendable {
    var ids: [UniqueID] = []
  }

  enum Action: Sendable {
    case pushed
  }

  @Dependency(\.uniqueID) var uniqueID

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.ids.append(uniqueID())
    return .none
  }
}
