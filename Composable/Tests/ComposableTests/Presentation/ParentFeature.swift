import ComposableCore

/// A feature that presents a child, and that others present.
struct ParentFeature: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id = 0
    var count = 0
    @PresentationState var child: ChildFeature.State?

    init(id: Int = 0, count: Int = 0, child: ChildFeature.State? = nil) {
      self.id = id
      self.count = count
      self.child = child
    }
  }

  enum Action: Equatable, Sendable {
    case childPresented(Int), childRemoved, cleared, ticked, timerStarted, timerStopped, settled, left, presenceAsked
    case child(PresentationAction<ChildFeature.Action>)
  }

  typealias Rule = @Sendable (inout State, Action) -> Effect<Action>

  var journal = Journal()
  /// Further actions of the parent.
  var rule: Rule = { _, _ in .none }
  @Dependency(\.clock) private var clock
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.isPresented) private var isPresented

  var body: some Reducer<State, Action> {
    CombineReducers {
      Reduce { state, action in keep(&state, action) }
      Reduce(rule)
    }
    .ifLet(\.$child, action: .child) { ChildFeature(journal: journal) }
  }

  @Sendable private func keep(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .childPresented(let id): state.child = ChildFeature.State(id: id)
    case .childRemoved: state.child = nil
    case .ticked: state.count += 1
    case .timerStarted: return ticking(clock) { .ticked }
    case .timerStopped: return .cancel(id: "timer")
    case .settled: return .holding("parent \(state.id)", journal)
    case .left: return .run { [dismiss] _ in await dismiss() }
    case .presenceAsked: journal.note("parent: \(isPresented)")
    case .cleared, .child: break
    }
    return .none
  }
}

extension CasePath where Root == ParentFeature.Action {
  static var child: CasePath<Root, PresentationAction<ChildFeature.Action>> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }
}
