import Composable
import ComposableExtras
import ComposableTesting
import Testing

@Suite(.dependencies) struct ResultTests {
  @Test func `the result of asynchronous work is a value of an action`() {
    let store = TestStore(initialState: Loader.State()) { Loader() }

    store.send(.asked(for: "book"))
    store.clock.advance(by: .seconds(1))
    store.receive(where: { if case .loaded(.success("book!")) = $0 { true } else { false } }) { $0.title = "book!" }
  }

  @Test func `an error of asynchronous work is a value of an action`() {
    let store = TestStore(initialState: Loader.State(title: "former")) { Loader() }

    store.send(.asked(for: ""))
    store.clock.advance(by: .seconds(1))
    store.receive(where: { if case .loaded(.failure(let error)) = $0 { error is Loader.Missing } else { false } }) {
      $0.title = nil
    }
  }
}

private struct Loader: Reducer {
  struct State: Equatable, Sendable {
    var title: String?
  }

  struct Missing: Error {}

  enum Action: Sendable {
    case asked(for: String)
    case loaded(Result<String, any Error>)
  }

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .asked(let title):
      return .run { send in await send(.loaded(Result { try await load(title) })) }
    case .loaded(let result):
      state.title = try? result.get()
      return .none
    }
  }

  private func load(_ title: String) async throws -> String {
    try await clock.sleep(for: .seconds(1))
    if title.isEmpty { throw Missing() }
    return title + "!"
  }
}
