import ComposableCore
import ComposableTesting
import Testing

@Suite struct PresentationCancellationTests {
  /// Who starts timers, who stops timers of that name, and how many of them go on.
  private static let stories: [([GrandparentFeature.Action], GrandparentFeature.Action, Int)] = [
    ([parent(.timerStarted)], parent(.timerStopped), 0),
    ([parent(.timerStarted), child(.timerStarted)], .timerStopped, 0),
    ([.timerStarted], parent(.timerStopped), 1),
    ([.timerStarted, parent(.timerStarted)], child(.timerStopped), 2),
    ([parent(.timerStarted), child(.timerStarted)], child(.timerRestarted), 2),
  ]

  @Test(arguments: stories)
  func `a child's effects are cancelled by itself and by those above it`(
    starts: [GrandparentFeature.Action],
    stop: GrandparentFeature.Action,
    left: Int
  ) {
    let store = TestStore(
      initialState: GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))
    ) { GrandparentFeature() }

    for start in starts { store.send(start) }
    store.send(stop)
    #expect(store.clock.sleepers == left)
    if left > 0 { store.send(.timerStopped) }

    #expect(store.clock.sleepers == 0)
  }

  private static func parent(_ action: ParentFeature.Action) -> GrandparentFeature.Action {
    .parent(.presented(action))
  }

  private static func child(_ action: ChildFeature.Action) -> GrandparentFeature.Action {
    parent(.child(.presented(action)))
  }

  @Test func `siblings do not cancel each other's effects, and their parent cancels both`() {
    let store = TestStore(initialState: Pair.State()) { Pair() }

    store.send(.left(.presented(.timerStarted)))
    store.send(.right(.presented(.timerStarted)))
    store.send(.left(.presented(.timerStopped)))
    #expect(store.clock.sleepers == 1)
    store.send(.left(.presented(.timerStarted)))
    store.send(.right(.presented(.timerStopped)))
    #expect(store.clock.sleepers == 1)
    store.send(.right(.presented(.timerStarted)))
    #expect(store.clock.sleepers == 2)
    store.send(.timersStopped)

    #expect(store.clock.sleepers == 0)
  }

  @Test func `siblings in one position do not cancel each other's effects`() {
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State(id: 1))) {
      ParentFeature(rule: { _, action in action == .cleared ? .send(.child(.presented(.timerStopped))) : .none })
    }

    store.send(.child(.presented(.timerStarted)))
    store.send(.childPresented(2)) { $0.child = ChildFeature.State(id: 2) }
    store.send(.child(.presented(.timerStarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.child(.presented(.ticked))) { $0.child?.count = 1 }
    store.send(.cleared)
    store.receive(.child(.presented(.timerStopped)))

    #expect(store.clock.sleepers == 0)
  }
}

/// Two children with the same id, side by side.
private struct Pair: Reducer {
  struct State: Equatable, Sendable {
    @PresentationState var left: ChildFeature.State? = ChildFeature.State()
    @PresentationState var right: ChildFeature.State? = ChildFeature.State()
  }

  enum Action: Equatable, Sendable {
    case timersStopped
    case left(PresentationAction<ChildFeature.Action>)
    case right(PresentationAction<ChildFeature.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { _, action in action == .timersStopped ? .cancel(id: "timer") : .none }
      .ifLet(\.$left, action: .init(embed: Action.left) { if case .left(let action) = $0 { action } else { nil } }) {
        ChildFeature()
      }
      .ifLet(\.$right, action: .init(embed: Action.right) { if case .right(let action) = $0 { action } else { nil } }) {
        ChildFeature()
      }
  }
}
