import ComposableCore
import ComposableShared
import ComposableTesting
import Testing

/// Without the trait `.dependencies`: what is made outside of a test store belongs to the program.
@Suite struct SharedBeforeTestStoreTests {
  @Test func `a state that was made before the test store and shares values is an issue at the store's line`() {
    let state = Rack.State()
    let line = #line + 1
    let issues = withIssues { _ = TestStore(initialState: state) { Rack() } }

    #expect(issues.map(\.location) == [CodeLocation(fileID: #fileID, line: line)])
    let message = issues.first?.message ?? ""
    #expect(
      message.hasPrefix("The initial state was made before the test store, and shares its values with the program")
    )
    #expect(message.contains("\n\n  • before amount\n  • before name\n\n"))
  }

  @Test func `a state that is made inside the test store is no issue`() {
    _ = Rack.State()

    #expect(withIssues { _ = TestStore(initialState: Rack.State()) { Rack() } } == [])
  }

  @Test(.dependencies) func `a state that was made before is no issue in a test with values of its own`() {
    let state = Rack.State()

    #expect(withIssues { _ = TestStore(initialState: state) { Rack() } } == [])
  }
}

/// Shares values directly, and in parts of its state.
private struct Rack: Reducer {
  struct State: Equatable, Sendable {
    @Shared(.inMemory("before name")) var name = "a"
    @SharedReader(.inMemory("before name")) var reader = "a"
    @PresentationState var slot: Slot? = Slot()
  }

  struct Slot: Equatable, Sendable {
    var amounts = [Amount(), Amount()]
  }

  struct Amount: Equatable, Sendable {
    @Shared(.inMemory("before amount")) var amount = 1
  }

  enum Action: Sendable {}

  func reduce(into state: inout State, action: Action) -> Effect<Action> {}
}
