import Composable
import ComposableTesting
import Testing

@Suite struct PresentationEffectsTests {
  let journal = Journal()

  @Test func `a dismissal ends the child's timer`() {
    let store = presenting()

    store.send(.child(.presented(.timerStarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.child(.presented(.ticked))) { $0.child?.count = 1 }
    store.send(.child(.dismiss)) { $0.child = nil }

    #expect(store.clock.sleepers == 0)
  }

  @Test func `nil ends the child's effects in the same turn`() {
    let store = presenting()

    store.send(.child(.presented(.settled)))
    store.send(.childRemoved) { $0.child = nil }

    #expect(journal.entries == ["+child 1", "-child 1"])
  }

  @Test func `a grandparent that takes the parent away ends the effects of both in the same turn`() {
    let store = TestStore(
      initialState: GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))
    ) {
      GrandparentFeature(journal: journal)
    }

    store.send(.parent(.presented(.child(.presented(.settled)))))
    store.send(.parent(.presented(.settled)))
    store.send(.opened(nil)) { $0.parent = nil }

    #expect(journal.entries == ["+child 0", "+parent 0", "-child 0", "-parent 0"])
  }

  @Test func `a restored child of another id ends the effects of the one before, and of all below`() {
    let store = TestStore(
      initialState: GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))
    ) {
      GrandparentFeature(journal: journal)
    }

    store.send(.parent(.presented(.child(.presented(.settled)))))
    store.send(.opened(ParentFeature.State(id: 1, child: ChildFeature.State()))) {
      $0.parent = ParentFeature.State(id: 1, child: ChildFeature.State())
    }

    #expect(journal.entries == ["+child 0", "-child 0"])
  }

  @Test func `a child of another id takes over from one whose effects end`() {
    let store = presenting()

    store.send(.child(.presented(.settled)))
    store.send(.childPresented(2)) { $0.child = ChildFeature.State(id: 2) }
    store.send(.child(.presented(.settled)))
    store.send(.childRemoved) { $0.child = nil }

    #expect(journal.entries == ["+child 1", "-child 1", "+child 2", "-child 2"])
  }

  @Test func `a child of the same id inherits the effects`() {
    let store = presenting()

    store.send(.child(.presented(.settled)))
    store.send(.child(.presented(.counted))) { $0.child?.count = 1 }
    store.send(.childPresented(1)) { $0.child = ChildFeature.State(id: 1) }
    #expect(journal.entries == ["+child 1"])
    store.send(.childRemoved) { $0.child = nil }

    #expect(journal.entries == ["+child 1", "-child 1"])
  }

  @Test func `a parent that takes its child away in answer to its action lets no effect of that action begin`() {
    let store = presenting { state, action in
      if action == .child(.presented(.settled)) { state.child = nil }
      return .none
    }

    store.send(.child(.presented(.settled))) { $0.child = nil }

    #expect(journal.entries.isEmpty)
  }

  @Test func `a child's action that makes the parent take it away ends what the child began before`() {
    let store = presenting { state, action in
      if action == .child(.presented(.counted)) { state.child = nil }
      return .none
    }

    store.send(.child(.presented(.settled)))
    store.send(.child(.presented(.timerStarted)))
    store.send(.child(.presented(.counted))) { $0.child = nil }
    store.finish()

    #expect(journal.entries == ["+child 1", "-child 1"])
    #expect(store.clock.sleepers == 0)
  }

  @Test func `a sibling that reduces earlier and takes the child away ends its effects at once`() {
    let parent = ParentFeature(
      journal: journal,
      before: { state, action in
        if action == .cleared { state.child = nil }
        return .none
      }
    )
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { parent }

    store.send(.child(.presented(.settled)))
    store.send(.cleared) { $0.child = nil }

    #expect(journal.entries == ["+child 0", "-child 0"])
  }

  @Test func `a sibling that reduces later and takes the child away ends its effects at once`() {
    let parent = ParentFeature(
      journal: journal,
      after: { state, action in
        if action == .cleared { state.child = nil }
        return .none
      }
    )
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { parent }

    store.send(.child(.presented(.settled)))
    store.send(.cleared) { $0.child = nil }

    #expect(journal.entries == ["+child 0", "-child 0"])
  }

  @Test func `a child's effect that takes the place of its only other one belongs to the child`() {
    let store = presenting()

    store.send(.child(.presented(.timerStarted)))
    store.send(.child(.presented(.timerRestarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.child(.presented(.ticked))) { $0.child?.count = 1 }
    store.send(.childRemoved) { $0.child = nil }
    store.finish()

    #expect(store.clock.sleepers == 0)
  }

  @Test func `an effect of a child whose only other one a sibling cancels in the same turn begins`() {
    let parent = ParentFeature(
      journal: journal,
      before: { _, action in action == .child(.presented(.settled)) ? .cancel(id: "timer") : .none }
    )
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { parent }

    store.send(.child(.presented(.timerStarted)))
    store.send(.child(.presented(.settled)))
    #expect(journal.entries == ["+child 0"])
    store.send(.childRemoved) { $0.child = nil }

    #expect(journal.entries == ["+child 0", "-child 0"])
  }

  private func presenting(rule: @escaping ParentFeature.Rule = { _, _ in .none }) -> TestStore<
    ParentFeature.State, ParentFeature.Action
  > {
    TestStore(initialState: ParentFeature.State(child: ChildFeature.State(id: 1))) {
      ParentFeature(journal: journal, rule: rule)
    }
  }
}
