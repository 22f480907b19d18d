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

  @Test func `what a presented feature captures in its reducer stays presented afterwards`() async throws {
    let store = SteppedStore<ParentFeature.State, ParentFeature.Action>(
      ParentFeature.State(child: ChildFeature.State())
    ) {
      Reduce { [journal] _, _ in
        withEscapedDependencies { journal.note("outside: \($0.yield { DependencyValues.current.isPresented })") }
        return .none
      }
      .ifLet(\.$child, action: .child) {
        Reduce { [journal] _, _ in
          .merge(
            .hold(
              acquire: { journal.note("acquire: \(DependencyValues.current.isPresented)") },
              release: { journal.note("release: \(DependencyValues.current.isPresented)") }
            ),
            withEscapedDependencies { dependencies in
              .run { _ in journal.note("escaped: \(dependencies.yield { DependencyValues.current.isPresented })") }
            }
          )
        }
      }
    }

    store.send(.child(.presented(.counted)))
    store.drop()

    #expect(journal.entries == ["outside: false", "acquire: true", "escaped: true", "release: true"])
  }

  @Test func `an effect of a presented feature that sends finds its reducer presented, and its parent not`() {
    let parent = ParentFeature(
      journal: journal,
      rule: { [journal] _, action in
        .run { _ in
          if action == .child(.presented(.ticked)) {
            journal.note("parent's effect: \(DependencyValues.current.isPresented)")
          }
        }
      }
    )
    let store = TestStore(initialState: ParentFeature.State(child: ChildFeature.State())) { parent }

    let task = store.send(.child(.presented(.timerStarted)))
    store.clock.advance(by: .seconds(1))
    store.receive(.child(.presented(.ticked))) { $0.child?.count = 1 }
    store.send(.child(.presented(.presenceAsked)))
    task.cancel()

    #expect(journal.entries == ["parent's effect: false", "reducer: true", "effect: true"])
  }

  @Test func `an override for a presented feature wins, and a reducer that is called by hand knows its place`() {
    let child = Reduce<ChildFeature.State, ChildFeature.Action> { [journal] _, _ in
      journal.note("\(DependencyValues.current.isPresented)")
      return .none
    }
    let parent = EmptyReducer<ParentFeature.State, ParentFeature.Action>()
      .ifLet(\.$child, action: .child) { child }
      .ifLet(\.$child, action: .child) { child.dependency(\.isPresented, false) }
    var state = ParentFeature.State(child: ChildFeature.State())

    _ = parent.reduce(into: &state, action: .child(.presented(.counted)))

    #expect(journal.entries == ["false", "true"])
  }
}
