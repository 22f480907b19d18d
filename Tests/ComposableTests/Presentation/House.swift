import Composable

/// A feature that presents a room, which presents a guest.
struct House: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    @PresentationState var room: Room.State?

    init(room: Room.State? = nil) {
      room.map { self.room = $0 }
    }
  }

  enum Action: Equatable, Sendable {
    case opened(Room.State?), timerStarted, timerStopped, ticked, left
    case room(PresentationAction<Room.Action>)
  }

  var journal = Journal()
  @Dependency(\.clock) private var clock
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.isPresented) private var isPresented

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .room(.presented(.presenceAsked)) = action { journal.note("house: \(isPresented)") }
      switch action {
      case .opened(let room): state.room = room
      case .timerStarted: return ticking(clock) { .ticked }
      case .timerStopped: return .cancel(id: "timer")
      case .ticked: state.count += 1
      case .left: return .run { [dismiss] _ in await dismiss() }
      case .room: break
      }
      return .none
    }
    .ifLet(\.$room, action: .room) { Room(journal: journal) }
  }
}

extension CasePath where Root == House.Action {
  static var room: CasePath<Root, PresentationAction<Room.Action>> {
    .init(embed: Root.room) { if case .room(let action) = $0 { action } else { nil } }
  }
}
