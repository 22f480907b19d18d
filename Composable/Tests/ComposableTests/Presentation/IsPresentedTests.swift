import ComposableCore
import ComposableTesting
import Testing

@Suite struct IsPresentedTests {
  let journal = Journal()

  @Test func `a presented feature knows it, in its reducer and in its effects`() {
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) {
      ParentFeature(journal: journal)
    }

    store.send(.child(.presented(.presenceAsked)))

    #expect(journal.entries == ["reducer: true", "effect: true"])
  }

  @Test func `a feature by itself is not presented, nor in a test store`() {
    let store = TestStore(initialState: ChildFeature.State()) { ChildFeature(journal: journal) }

    store.send(.presenceAsked)

    #expect(journal.entries == ["reducer: false", "effect: false"])
  }

  @Test func `a child is presented and its parent is not`() {
    let store = TestStore(initialState: GrandparentFeature.State(parent: ParentFeature.State())) {
      GrandparentFeature(journal: journal)
    }

    store.send(.parent(.presented(.presenceAsked)))

    #expect(journal.entries == ["parent: true", "grandparent: false"])
  }

  @Test func `a parent is not presented either when the action comes from an effect of its child`() {
    let parent = ParentFeature(
      journal: journal,
      rule: { _, action in
        @Dependency(\.isPresented) var isPresented
        if action == .child(.presented(.ticked)) { journal.note("parent: \(isPresented)") }
        return .none
      }
    )
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { parent }

    let task = store.send(.child(.presented(.timerStarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.child(.presented(.ticked))) { $0.child?.count = 1 }
    task.cancel()

    #expect(journal.entries == ["parent: false"])
  }
}
