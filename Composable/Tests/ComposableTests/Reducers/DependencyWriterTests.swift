import ComposableCore
import ComposableTesting
import Testing

@Suite struct DependencyWriterTests {
  private let journal = Journal()

  @Test func `the writer that is nearest to the reducer wins`() {
    expectBooks([2]) {
      Reading(journal: journal).dependency(\.shelf.books, 2).dependency(\.shelf.books, 3)
    }
  }

  @Test func `a change works on what a writer further out has set`() {
    expectBooks([40]) {
      Reading(journal: journal).transformDependency(\.shelf.books) { $0 *= 10 }.dependency(\.shelf.books, 4)
    }
  }

  @Test func `a writer further out changes what a nearer one has set no more`() {
    expectBooks([4]) {
      Reading(journal: journal).dependency(\.shelf.books, 4).transformDependency(\.shelf.books) { $0 *= 10 }
    }
  }

  @Test func `a writer holds for all that it is written on, and an inner one for its own part`() {
    expectBooks([5, 6, 5]) {
      CombineReducers {
        Reading(journal: journal)
        Reading(journal: journal).dependency(\.shelf.books, 6)
        CombineReducers { Reading(journal: journal) }
      }
      .dependency(\.shelf.books, 5)
    }
  }

  @Test func `a writer does not reach its neighbours`() {
    expectBooks([1, 6, 1]) {
      Reading(journal: journal)
      Reading(journal: journal).dependency(\.shelf.books, 6)
      Reading(journal: journal)
    }
  }

  @Test func `a writer holds for the making of the body, once`() {
    let store = SteppedStore(0) { MadeByDependency(journal: journal).dependency(\.shelf.books, 7) }

    store.send(.read)
    store.send(.read)

    #expect(journal.entries == ["body with 7", "reads 7", "reads 7"])
  }

  @Test func `changes of dependencies do not accumulate over effects of effects`() {
    let store = SteppedStore(0) {
      Chained(journal: journal).transformDependency(\.shelf.books) { $0 += 1 }
    } withDependencies: {
      $0.shelf.books = 10
    }

    store.send(.read)
    store.send(.read)

    #expect(journal.entries.suffix(3) == ["effect of first 11", "effect of second 11", "done 11"])
  }

  @Test func `a test store agrees with a store on what effects of effects see`() {
    let store = TestStore(initialState: 0) {
      Chained(journal: journal).transformDependency(\.shelf.books) { $0 += 1 }
    } withDependencies: {
      $0.shelf.books = 10
    }

    store.send(.read)
    store.receive(.second)
    store.receive(.done) { $0 = 1 }

    #expect(journal.entries == ["effect of first 11", "effect of second 11", "done 11"])
  }

  private func expectBooks(
    _ books: [Int],
    sourceLocation: SourceLocation = #_sourceLocation,
    @ReducerBuilder<Int, Reading.Action> reducer: () -> some Reducer<Int, Reading.Action>
  ) {
    let store = SteppedStore(0, reducer: reducer)

    store.send(.read)

    #expect(journal.entries == books.map { "reads \($0)" }, sourceLocation: sourceLocation)
  }
}

private struct Reading: Reducer {
  enum Action: Equatable, Sendable {
    case read
  }

  let journal: Journal
  @Dependency(\.shelf) var shelf

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    journal.note("reads \(shelf.books)")
    return .none
  }
}

private struct MadeByDependency: Reducer {
  let journal: Journal

  var body: some Reducer<Int, Reading.Action> {
    @Dependency(\.shelf) var shelf
    let _ = journal.note("body with \(shelf.books)")
    Reading(journal: journal)
  }
}

/// An effect whose action has an effect whose action is the last.
private struct Chained: Reducer {
  enum Action: Equatable, Sendable {
    case read
    case second
    case done
  }

  let journal: Journal
  @Dependency(\.shelf) var shelf

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .read: return effect("first", .second)
    case .second: return effect("second", .done)
    case .done:
      state += 1
      journal.note("done \(shelf.books)")
      return .none
    }
  }

  private func effect(_ name: String, _ next: Action) -> Effect<Action> {
    .run { [journal] send in
      @Dependency(\.shelf) var shelf
      journal.note("effect of \(name) \(shelf.books)")
      await send(next)
    }
  }
}
