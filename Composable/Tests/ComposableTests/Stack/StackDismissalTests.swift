import ComposableCore
import ComposableTesting
import Testing

@Suite struct StackDismissalTests {
  let journal = Journal()

  @Test func `an element that was restored dismisses itself`() {
    let tower = StackFeature(rule: { state, action in
      if action == .cleared { state.floors = [.child(id: 7)] }
      return .none
    })
    let store = TestStore(initialState: StackFeature.State(floors: [.child()])) { tower }

    store.send(.floors(.element(id: 0, action: .child(.left))))
    store.receive(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }
    store.send(.cleared) { $0.floors = [.child(id: 7)] }
    store.send(.floors(.element(id: 1, action: .child(.left))))
    store.receive(.floors(.popFrom(id: 1))) { $0.floors.removeAll() }
  }

  @Test func `an element in the middle that dismisses itself takes along everything above it`() {
    let store = TestStore(initialState: StackFeature.State(floors: [.child(id: 1), .child(id: 2), .child(id: 3)])) {
      StackFeature(journal: journal)
    }

    for id in store.state.floors.ids { store.send(.floors(.element(id: id, action: .child(.settled)))) }
    store.send(.floors(.element(id: 1, action: .child(.left))))
    store.receive(.floors(.popFrom(id: 1))) { $0.floors.removeLast(2) }
    #expect(journal.entries == ["+child 1", "+child 2", "+child 3", "-child 2", "-child 3"])
    store.send(.razed) { $0.floors.removeAll() }
  }

  @Test func `nothing is left of the place of an element that dismissed itself`() {
    let store = SteppedStore(StackFeature.State(floors: [.child(), .child()])) { StackFeature() }

    store.send(.floors(.element(id: 1, action: .child(.left))))

    #expect(store.state.floors.ids == [0])
    #expect(store.traces == .none)
  }

  @Test func `another id that a test expects to be popped is shown beside the one that was`() {
    let issues = withIssues {
      let store = TestStore(initialState: StackFeature.State(floors: [.child(), .child()])) { StackFeature() }
      store.send(.floors(.element(id: 1, action: .child(.left))))
      store.receive(.floors(.popFrom(id: 0)))
    }

    #expect(issues.count == 1)
    let difference = "− .floors(.popFrom(id: #0))\n+ .floors(.popFrom(id: #1))"
    #expect(issues.first?.message.hasSuffix(difference) == true)
  }

  @Test func `a child that an element presents dismisses itself alone`() {
    let store = TestStore(
      initialState: StackFeature.State(floors: [.parent(ParentFeature.State(child: ChildFeature.State()))])
    ) { StackFeature() }

    store.send(.floors(.element(id: 0, action: .parent(.child(.presented(.left))))))
    store.receive(.floors(.element(id: 0, action: .parent(.child(.dismiss))))) {
      $0.floors[0] = .parent(ParentFeature.State())
    }
    store.send(.floors(.element(id: 0, action: .parent(.left))))
    store.receive(.floors(.popFrom(id: 0))) { $0.floors.removeAll() }
  }

  @Test func `an element that was removed dismisses nothing`() {
    let store = TestStore(initialState: StackFeature.State(floors: [.child(), .child()])) { StackFeature() }

    store.send(.floors(.element(id: 1, action: .child(.leftLater))))
    store.send(.lowered) { $0.floors.removeLast() }
    store.clock.advance(by: .seconds(1))

    store.finish()
  }

  @Test func `an element knows that it was pushed`() {
    let store = TestStore(initialState: StackFeature.State(floors: [.child()])) { StackFeature(journal: journal) }

    store.send(.floors(.element(id: 0, action: .child(.presenceAsked))))

    #expect(journal.entries == ["reducer: true", "effect: true"])
  }
}
