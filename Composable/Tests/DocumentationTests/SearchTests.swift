import Composable
import ComposableTesting
import Testing

@Suite struct SearchTests {
  @Test func `only the last of some quick keys is searched for`() {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.search.titles = { query in ["\(query)!"] }
    }

    store.send(.queryChanged("l")) { $0.query = "l" }
    store.clock.advance(by: .milliseconds(200))
    store.send(.queryChanged("li")) { $0.query = "li" }
    store.clock.advance(by: .milliseconds(300))
    store.receive(.titlesFound(["li!"])) { $0.titles = ["li!"] }
  }

  @Test func `a search that fails says so`() {
    struct Unreachable: Error {}
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.search.titles = { _ in throw Unreachable() }
    }

    store.send(.queryChanged("l")) { $0.query = "l" }
    store.clock.advance(by: .milliseconds(300))
    store.receive(.searchFailed) { $0.hasFailed = true }
  }
}
