import Composable

@Reducer
public struct Room {
  @Reducer
  public enum Destination {
    case lamp(Lamp)
    case alert(AlertState<Alert>)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case confirmed
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    @Presents var destination: Destination.State?

    public init() {}
  }

  public enum Action: Sendable {
    case entered
    case destination(PresentationAction<Destination.Action>)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .entered = action { state.destination = .lamp(Lamp.State()) }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

nonisolated extension Room.Destination.State: Equatable {}

/// What shows a room: a class of the main actor.
public final class RoomView {
  let model = ObservedStore(Store(initialState: Room.State()) { Room() })

  public var isLit: Bool { model.destination != nil }

  public func enter() {
    model.send(.entered)
  }
}
