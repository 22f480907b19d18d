import ComposableCore

/// A feature that presents a parent, which presents a child.
struct GrandparentFeature: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    @PresentationState var parent: ParentFeature.State?

    init(parent: ParentFeature.State? = nil) {
      parent.map { self.parent = $0 }
    }
  }

  enum Action: Equatable, Sendable {
    case opened(ParentFeature.State?), timerStarted, timerStopped, ticked, left
    case parent(PresentationAction<ParentFeature.Action>)
  }

  var journal = Journal()
  @Dependency(\.clock) private var clock
  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.isPresented) private var isPresented

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .parent(.presented(.presenceAsked)) = action { journal.note("grandparent: \(isPresented)") }
      switch action {
      case .opened(let parent): state.parent = parent
      case .timerStarted: return ticking(clock) { .ticked }
      case .timerStopped: return .cancel(id: "timer")
      case .ticked: state.count += 1
      case .left: return .run { [dismiss] _ in await dismiss() }
      case .parent: break
      }
      return .none
    }
    .ifLet(\.$parent, action: .parent) { ParentFeature(journal: journal) }
  }
}

extension CasePath where Root == GrandparentFeature.Action {
  static var parent: CasePath<Root, PresentationAction<ParentFeature.Action>> {
    .init(embed: Root.parent) { if case .parent(let action) = $0 { action } else { nil } }
  }
}
