import ComposableCore

/// A stack of floors, each of which is a child's or a parent.
struct StackFeature: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var floors = StackState<Floor.State>()
  }

  enum Action: Equatable, Sendable {
    case raised(Floor.State), lowered, razed, cleared, timerStarted, timerStopped, ticked, counted
    case floors(StackAction<Floor.State, Floor.Action>)
  }

  typealias Rule = @Sendable (inout State, Action) -> Effect<Action>

  static let line = #line + 12

  var journal = Journal()
  /// Further actions of the tower.
  var rule: Rule = { _, _ in .none }
  @Dependency(\.clock) private var clock

  var body: some Reducer<State, Action> {
    CombineReducers {
      Reduce { state, action in keep(&state, action) }
      Reduce(rule)
    }
    .forEach(\.floors, action: .floors) { Floor(journal: journal) }
  }

  @Sendable private func keep(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .raised(let floor): state.floors.append(floor)
    case .lowered: state.floors.removeLast()
    case .razed: state.floors.removeAll()
    case .timerStarted: return ticking(clock) { .ticked }
    case .timerStopped: return .cancel(id: "timer")
    case .ticked, .counted: state.count += 1
    case .cleared, .floors: break
    }
    return .none
  }
}

/// One floor of a tower.
struct Floor: Reducer {
  enum State: Equatable, Sendable {
    case child(ChildFeature.State)
    case parent(ParentFeature.State)
  }

  enum Action: Equatable, Sendable {
    case child(ChildFeature.Action)
    case parent(ParentFeature.Action)
  }

  let journal: Journal

  var body: some Reducer<State, Action> {
    Scope(state: .child, action: .child) { ChildFeature(journal: journal) }
    Scope(state: .parent, action: .parent) { ParentFeature(journal: journal) }
  }
}

extension Floor.State {
  static func child(id: Int = 0, count: Int = 0) -> Self { .child(ChildFeature.State(id: id, count: count)) }
}

extension CasePath where Root == StackFeature.Action {
  static var floors: CasePath<Root, StackAction<Floor.State, Floor.Action>> {
    .init(embed: Root.floors) { if case .floors(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Floor.State {
  static var child: CasePath<Root, ChildFeature.State> {
    .init(embed: Root.child) { if case .child(let state) = $0 { state } else { nil } }
  }
  static var parent: CasePath<Root, ParentFeature.State> {
    .init(embed: Root.parent) { if case .parent(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Floor.Action {
  static var child: CasePath<Root, ChildFeature.Action> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }
  static var parent: CasePath<Root, ParentFeature.Action> {
    .init(embed: Root.parent) { if case .parent(let action) = $0 { action } else { nil } }
  }
}
