import Composable
import ComposableTesting
import Testing

@Suite struct PresentationTests {
  @Test func `a presented child acts, and its parent dismisses it`() {
    let store = TestStore(initialState: ParentFeature.State()) { ParentFeature() }

    store.send(.childPresented(1)) { $0.child = ChildFeature.State(id: 1) }
    store.send(.child(.presented(.counted))) { $0.child?.count = 1 }
    store.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func `a parent takes its child away by nil`() {
    let store = TestStore(initialState: ParentFeature.State()) { ParentFeature() }

    store.send(.childPresented(1)) { $0.child = ChildFeature.State(id: 1) }
    store.send(.childRemoved) { $0.child = nil }
  }

  @Test func `the parent reduces a child's action after the child`() {
    let parent = ParentFeature(rule: { state, action in
      if action == .child(.presented(.counted)) { state.count = state.child!.count * 10 }
      return .none
    })
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { parent }

    store.send(.child(.presented(.counted))) {
      $0.child?.count = 1
      $0.count = 10
    }
  }

  @Test func `the parent sees a child that is dismissed as it was last`() {
    let parent = ParentFeature(rule: { state, action in
      if action == .child(.dismiss) { state.count = state.child?.count ?? -1 }
      return .none
    })
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State(count: 7))) { parent }

    store.send(.child(.dismiss)) {
      $0.child = nil
      $0.count = 7
    }
  }

  @Test func `a parent that answers a dismissal with a child of another identity keeps that child`() {
    let parent = ParentFeature(rule: { state, action in
      if action == .child(.dismiss) { state.child = ChildFeature.State(id: 2) }
      return .none
    })
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State(id: 1))) { parent }

    store.send(.child(.dismiss)) { $0.child = ChildFeature.State(id: 2) }
  }

  @Test func `a parent that answers a dismissal with the same identity has presented nothing`() {
    let parent = ParentFeature(rule: { state, action in
      if action == .child(.dismiss) { state.child = ChildFeature.State(id: 1, count: 5) }
      return .none
    })
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State(id: 1))) { parent }

    store.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func `a child that is presented at the end of a test is no failure`() {
    let issues = withIssues {
      let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { ParentFeature() }
      store.send(.child(.presented(.counted))) { $0.child?.count = 1 }
      store.finish()
    }

    #expect(issues.map(\.message).isEmpty)
  }

  @Test func `a child's effect that lives at the end of a test is a failure where it was sent`() {
    let line = #line + 3
    let issues = withIssues {
      let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { ParentFeature() }
      store.send(.child(.presented(.settled)))
    }

    #expect(issues.map(\.location.line) == [line])
    #expect(issues.first?.message.contains("an effect of '.child(.presented(.settled))'") == true)
  }

  @Test func `a child's reducer changes the child in place`() {
    let executor = SteppedExecutor()
    let store = Store(initialState: Hall.State(), executor: executor) { Hall() }

    executor.perform {
      store.send(.child(.presented(())))
      store.send(.child(.presented(())))
    }

    let child = executor.perform { store.state.child }
    #expect(child?.value == 2)
    #expect(child?.copies == 0)
  }
}

/// A feature whose child counts how often it is copied.
private struct Hall: Reducer {
  struct State: Equatable, Sendable {
    @PresentationState var child: CopyCounted? = CopyCounted()
  }

  enum Action: Sendable {
    case child(PresentationAction<Void>)
  }

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .ifLet(\.$child, action: .init(embed: Action.child) { if case .child(let action) = $0 { action } else { nil } }) {
        Reduce { state, _ in
          state.value += 1
          return .none
        }
      }
  }
}
