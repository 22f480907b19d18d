import Composable

/// A feature that presents a guest, and that others present.
struct Room: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
    @PresentationState var guest: Guest.State?

    init(id: Int = 0, count: Int = 0, guest: Guest.State? = nil) {
      self.id = id
      self.count = count
      self.guest = guest
    }
  }

  enum Action: Equatable, Sendable {
    case invited(Int), evicted, cleared, ticked, timerStarted, timerStopped, settled, left, presenceAsked
    case guest(PresentationAction<Guest.Action>)
  }

  typealias Rule = @Sendable (inout State, Action) -> Effect<Action>

  var journal = Journal()
  /// What else the room does; `before` and `after` are siblings of the reducer that presents.
  var rule: Rule = { _, _ in .none }
  var before: Rule = { _, _ in .none }
  var after: Rule = { _, _ in .none }
  @Dependency(\.clock) private var clock
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.isPresented) private var isPresented

  var body: some Reducer<State, Action> {
    Reduce(before)
    CombineReducers {
      Reduce { state, action in keep(&state, action) }
      Reduce(rule)
    }
    .ifLet(\.$guest, action: .guest) { Guest(journal: journal) }
    Reduce(after)
  }

  @Sendable private func keep(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .invited(let id): state.guest = Guest.State(id: id)
    case .evicted: state.guest = nil
    case .ticked: state.count += 1
    case .timerStarted: return ticking(clock) { .ticked }
    case .timerStopped: return .cancel(id: "timer")
    case .settled: return staying("room \(state.id)", journal)
    case .left: return .run { [dismiss] _ in await dismiss() }
    case .presenceAsked: journal.note("room: \(isPresented)")
    case .cleared, .guest: break
    }
    return .none
  }
}

extension CasePath where Root == Room.Action {
  static var guest: CasePath<Root, PresentationAction<Guest.Action>> {
    .init(embed: Root.guest) { if case .guest(let action) = $0 { action } else { nil } }
  }
}
