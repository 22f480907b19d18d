import ComposableTesting
import Testing

@testable import Composable

@Suite struct ChildPlaceTests {
  let executor = SteppedExecutor()

  @Test func `nothing is left of a child's place when its last effect has ended`() {
    let store = store(GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))) {
      GrandparentFeature()
    }

    executor.perform { _ = store.send(.parent(.presented(.child(.presented(.timerStarted))))) }
    #expect(mounted(in: store) == 1)
    executor.perform { _ = store.send(.parent(.presented(.child(.presented(.timerStopped))))) }

    #expect(mounted(in: store) == 0)
  }

  @Test func `nothing is left of a child's place when the child has gone`() {
    let store = store(GrandparentFeature.State(parent: ParentFeature.State(child: ChildFeature.State()))) {
      GrandparentFeature()
    }

    executor.perform {
      _ = store.send(.parent(.presented(.child(.presented(.timerStarted)))))
      _ = store.send(.opened(nil))
    }

    #expect(mounted(in: store) == 0)
  }

  @Test func `nothing is left of the place of a child whose effect began nothing`() {
    let store = store(StackFeature.State(floors: [.child()])) { StackFeature() }

    executor.perform { _ = store.send(.floors(.element(id: 0, action: .child(.timerStopped)))) }

    #expect(mounted(in: store) == 0)
  }

  @Test func `nothing is left of the place of an element that dismissed itself`() {
    let store = store(StackFeature.State(floors: [.child(), .child()])) { StackFeature() }

    executor.perform { _ = store.send(.floors(.element(id: 1, action: .child(.left)))) }
    executor.drain()

    #expect(executor.perform { store.state.floors.ids } == [0])
    #expect(mounted(in: store) == 0)
  }

  private func store<R: Reducer>(
    _ state: @autoclosure () -> R.State,
    reducer: () -> R
  ) -> StoreCore<R.State, R.Action> {
    var dependencies = DependencyValues(context: .test)
    dependencies.clock = TestClock(executor: executor)
    dependencies.issueReporter = .recordingFailure
    return StoreCore.make(executor: executor, dependencies: dependencies, initialState: state, reducer: reducer)
  }

  private func mounted<State, Action>(in store: StoreCore<State, Action>) -> Int {
    executor.perform { store.assumeIsolated { core in core.effects.root.mounted.count } }
  }
}
