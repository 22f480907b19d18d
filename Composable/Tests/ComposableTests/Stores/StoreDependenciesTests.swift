import ComposableCore
import ComposableTesting
import Testing

@Suite struct StoreDependenciesTests {
  private let journal = Journal()

  @Test func `the initial state, the reducer and every action see the dependencies that a store is given`() {
    let store = SteppedStore(initialState()) {
      let _ = note("reducer")
      Noting(journal: journal)
    } withDependencies: {
      $0.shelf.books = 5
    }

    store.send(1)

    #expect(store.state == 5)
    #expect(journal.entries == ["state 5", "reducer 5", "action 5", "effect 5"])
  }

  @Test func `a store's own dependencies come before those of the place where it was made`() {
    let store = withBooks(6) {
      SteppedStore(0) {
        Noting(journal: journal)
      } withDependencies: {
        $0.shelf.books += 1
      }
    }

    store.send(1)

    #expect(journal.entries == ["action 7", "effect 7"])
  }

  @Test func `the dependencies of the place where an action is sent do not matter`() {
    let store = SteppedStore(0) {
      Noting(journal: journal)
    } withDependencies: {
      $0.shelf.books = 5
    }

    withBooks(8) { _ = store.send(1) }

    #expect(journal.entries == ["action 5", "effect 5"])
  }

  private func initialState() -> Int {
    note("state")
    @Dependency(\.shelf) var shelf
    return shelf.books
  }

  private func note(_ place: String) {
    @Dependency(\.shelf) var shelf
    journal.note("\(place) \(shelf.books)")
  }
}

private struct Noting: Reducer {
  let journal: Journal

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    note("action")
    return .run { _ in note("effect") }
  }

  private func note(_ place: String) {
    @Dependency(\.shelf) var shelf
    journal.note("\(place) \(shelf.books)")
  }
}
