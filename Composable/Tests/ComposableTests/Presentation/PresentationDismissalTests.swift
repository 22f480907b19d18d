import ComposableCore
import ComposableTesting
import Testing

@Suite struct PresentationDismissalTests {
  let journal = Journal()

  @Test func `a child dismisses itself`() {
    let store = TestStore(initialState: ParentFeature.State()) { ParentFeature() }

    store.send(.childPresented(1)) { $0.child = ChildFeature.State(id: 1) }
    store.send(.child(.presented(.left)))

    store.receive(.child(.dismiss)) { $0.child = nil }
  }

  @Test func `a child that was restored after a dismissal dismisses itself`() {
    let store = TestStore(
      initialState: GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))
    ) { GrandparentFeature() }

    store.send(.parent(.presented(.child(.presented(.left)))))
    store.receive(.parent(.presented(.child(.dismiss)))) { $0.parent?.child = nil }
    store.send(.opened(ParentFeature.State(child: ChildFeature.State()))) { $0.parent?.child = ChildFeature.State() }
    store.send(.parent(.presented(.child(.presented(.left)))))
    store.receive(.parent(.presented(.child(.dismiss)))) { $0.parent?.child = nil }
  }

  @Test func `a child that dismisses itself twice leaves once`() {
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { ParentFeature() }

    store.send(.child(.presented(.leftLater)))
    store.send(.child(.presented(.leftLater)))
    store.clock.advance(by: .seconds(1))

    store.receive(.child(.dismiss)) { $0.child = nil }
    store.finish()
  }

  @Test func `a child that was replaced does not dismiss the one that replaced it`() {
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State(id: 1))) { ParentFeature() }

    store.send(.child(.presented(.leftLater)))
    store.send(.childPresented(2)) { $0.child = ChildFeature.State(id: 2) }
    store.clock.advance(by: .seconds(1))

    store.finish()
  }

  @Test func `nested, only the innermost is dismissed`() {
    let store = TestStore(
      initialState: GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))
    ) { GrandparentFeature() }

    store.send(.parent(.presented(.child(.presented(.left)))))
    store.receive(.parent(.presented(.child(.dismiss)))) { $0.parent?.child = nil }
    store.send(.parent(.presented(.left)))
    store.receive(.parent(.dismiss)) { $0.parent = nil }
  }

  @Test func `a child with a presented child of its own dismisses both`() {
    let store = TestStore(
      initialState: GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))
    ) {
      GrandparentFeature(journal: journal)
    }

    store.send(.parent(.presented(.child(.presented(.settled)))))
    store.send(.parent(.presented(.settled)))
    store.send(.parent(.presented(.left)))
    store.receive(.parent(.dismiss)) { $0.parent = nil }

    #expect(journal.entries == ["+child 0", "+parent 0", "-child 0", "-parent 0"])
  }

  @Test func `a parent dismisses a grandchild, whose effects end`() {
    let store = TestStore(
      initialState: GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))
    ) {
      GrandparentFeature(journal: journal)
    }

    store.send(.parent(.presented(.child(.presented(.settled)))))
    store.send(.parent(.presented(.settled)))
    store.send(.parent(.presented(.child(.dismiss)))) { $0.parent?.child = nil }
    #expect(journal.entries == ["+child 0", "+parent 0", "-child 0"])
    store.send(.parent(.dismiss)) { $0.parent = nil }

    #expect(journal.entries == ["+child 0", "+parent 0", "-child 0", "-parent 0"])
  }

  @Test func `a test can replace the dismissal`() {
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) {
      ParentFeature()
    } withDependencies: {
      $0.dismiss = DismissEffect { journal.note("dismissed") }
    }

    store.send(.child(.presented(.left)))

    #expect(journal.entries == ["dismissed"])
  }

  @Test func `an effect that was cancelled dismisses nothing`() {
    let store = TestStore(initialState: ChildFeature.State()) { ChildFeature() }

    let task = store.send(.leftLater)
    task.cancel()

    store.send(.counted) { $0.count = 1 }
  }

  @Test func `a feature without a presenter whose actions are optional cannot be dismissed either`() {
    let issues = withIssues {
      let store = SteppedStore<Int, Int?>(0) {
        Reduce { state, action in
          state += 1
          return action == 1 ? .run { _ in await DependencyValues.current.dismiss() } : .none
        }
      }
      store.send(1)
      #expect(store.state == 1)
    }

    #expect(issues.map { $0.message.contains("where nothing can be dismissed") } == [true])
  }

  @Test func `a dismissal where nothing is presented is reported where it was asked for`() {
    let line = #line + 4
    let issues = withIssues {
      let store = SteppedStore<Int, Int>(0) {
        @Dependency(\.dismiss) var dismiss
        Reduce { [dismiss] _, _ in .run { [dismiss] _ in await dismiss() } }
      }
      store.send(0)
    }

    #expect(issues.map(\.location.line) == [line])
    #expect(
      issues.first?.message == """
        a dismissal was asked for at ComposableTests/PresentationDismissalTests.swift:\(line), where nothing can be dismissed.

        Call "dismiss" in an effect of a feature that is presented with "ifLet" or pushed on a stack with "forEach". Ask "isPresented" where a \
        feature is used both ways.
        """
    )
  }
}
