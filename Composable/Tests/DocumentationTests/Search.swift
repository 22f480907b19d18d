import Composable

struct SearchClient: Sendable {
  var titles: @Sendable (_ query: String) async throws -> [String]
}

extension SearchClient: TestDependencyKey {
  static var testValue: SearchClient { SearchClient(titles: unimplemented("SearchClient.titles")) }
}

extension DependencyValues {
  var search: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}

struct Search: Reducer {
  struct State: Equatable, Sendable {
    var query = ""
    var titles: [String] = []
    var hasFailed = false
  }

  enum Action: Equatable, Sendable {
    case queryChanged(String)
    case titlesFound([String])
    case searchFailed
  }

  struct Typing: Hashable, Sendable {}

  @Dependency(\.clock) var clock
  @Dependency(\.search) var search

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      return .run { send in
        await send(.titlesFound(try await search.titles(query)))
      } catch: { _, send in
        await send(.searchFailed)
      }
      .debounce(id: Typing(), for: .milliseconds(300), clock: clock)
    case .titlesFound(let titles): state.titles = titles
    case .searchFailed: state.hasFailed = true
    }
    return .none
  }
}
