import ComposableCore
import ComposableTesting
import Testing

@Suite struct PresentationTests {
  @Test func `a presented child acts, and its parent dismisses it or takes it away by nil`() {
    let store = TestStore(initialState: ParentFeature.State()) { ParentFeature() }

    for removal in [ParentFeature.Action.child(.dismiss), .childRemoved] {
      store.send(.childPresented(1)) { $0.child = ChildFeature.State(id: 1) }
      store.send(.child(.presented(.counted))) { $0.child?.count = 1 }
      store.send(removal) { $0.child = nil }
    }
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

  @Test func `a parent that answers a dismissal with the same identity has presented nothing`() {
    let parent = ParentFeature(rule: { state, action in
      if action == .child(.dismiss) { state.child = ChildFeature.State(id: 1, count: 5) }
      return .none
    })
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State(id: 1))) { parent }

    store.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func `a child that is presented at the end of a test is no failure`() {
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { ParentFeature() }

    store.send(.child(.presented(.counted))) { $0.child?.count = 1 }
    store.finish()
  }

  @Test func `a dismissal ends the child's timer`() {
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { ParentFeature() }

    store.send(.child(.presented(.timerStarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.child(.presented(.ticked))) { $0.child?.count = 1 }
    store.send(.child(.dismiss)) { $0.child = nil }

    #expect(store.clock.sleepers == 0)
  }

  @Test func `a restored child of another id ends the effects of the one before, and of all below`() {
    let journal = Journal()
    let store = TestStore(
      initialState: GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))
    ) { GrandparentFeature(journal: journal) }

    store.send(.parent(.presented(.child(.presented(.settled)))))
    store.send(.opened(ParentFeature.State(id: 1, child: ChildFeature.State()))) {
      $0.parent = ParentFeature.State(id: 1, child: ChildFeature.State())
    }

    #expect(journal.entries == ["+child 0", "-child 0"])
  }

  @Test func `a child's action that makes the parent take it away ends what the child began before`() {
    let journal = Journal()
    let parent = ParentFeature(
      journal: journal,
      rule: { state, action in
        if action == .child(.presented(.counted)) { state.child = nil }
        return .none
      }
    )
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State(id: 1))) { parent }

    store.send(.child(.presented(.settled)))
    store.send(.child(.presented(.timerStarted)))
    store.send(.child(.presented(.counted))) { $0.child = nil }
    store.finish()

    #expect(journal.entries == ["+child 1", "-child 1"])
    #expect(store.clock.sleepers == 0)
  }
}
