import ComposableCore
import ComposableTesting
import Testing

/// In a test store.
@Suite struct OnMountTestStoreTests {
  private let holds = HoldLedger()

  @Test func `a child that holds is in flight until the test takes it away`() {
    let store = TestStore(initialState: Parlor.State()) { Parlor(holds: holds) }

    store.send(.changed(Change { $0.sheet = Lamp.State(id: 7) })) { $0.sheet = Lamp.State(id: 7) }
    #expect(holds.living == ["lamp 7"])
    store.send(.sheet(.dismiss)) { $0.sheet = nil }
    store.finish()

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test func `a child that still holds at the end is an issue, at the line that put it there`() {
    let issues = issuesByLine {
      let store = TestStore(initialState: Parlor.State()) { Parlor(holds: holds) }
      store.send(.changed(Change { $0.sheet = Lamp.State(id: 7) })) { $0.sheet = Lamp.State(id: 7) }
      store.finish()
    }

    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("+2: ") == true)
    #expect(issues.first?.contains("an effect that was derived from the state") == true)
  }

  @Test func `what the root holds is no effect in flight, and is released with the test store`() {
    do {
      let store = TestStore(initialState: Lamp.State(id: 7)) { Lamp(holds: holds) }
      #expect(holds.living == ["lamp 7"])
      store.finish()
    }

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test func `work that the root began is in flight, at the line of the test store`() {
    let issues = issuesByLine {
      let store = TestStore<Int, Int>(initialState: 0) { EmptyReducer().onMount { _ in .run(operation: forever) } }
      store.finish()
    }

    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("+1: ") == true)
  }

  @Test func `a test begins with the state that mounting left, and receives what it sent`() {
    let store = TestStore<Int, Int>(initialState: 4) {
      Reduce { state, action in
        state = action
        return .none
      }
      .onChange(of: \.self) { former, state in
        if former == nil { state += 1 }
        return former == nil ? .send(state * 10) : .none
      }
    }

    #expect(store.state == 5)
    store.receive(50) { $0 = 50 }
    store.finish()
  }
}
