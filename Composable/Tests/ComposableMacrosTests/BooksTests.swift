import Composable
import ComposableTesting
import Testing

@Suite struct BooksTests {
  @Test func `a search waits until the query stays the same`() {
    let store = books()

    store.send(\.queryChanged, "a") { $0.query = "a" }
    store.clock.advance(by: .milliseconds(200))
    store.send(\.queryChanged, "ab") { $0.query = "ab" }
    store.clock.advance(by: .milliseconds(300))
    store.receive(\.found) { $0.books = [Book(id: 1, title: "ab")] }
  }

  @Test func `a form adds a book`() {
    let store = books()

    store.send(\.addTapped) { $0.destination = .form(BookForm.State(book: Book(id: 0))) }
    store.send(\.destination.form.titleChanged, "Emma") { $0.destination[case: \.form]?.book.title = "Emma" }
    store.send(\.saveTapped) {
      $0.books = [Book(id: 0, title: "Emma")]
      $0.destination = nil
    }
  }

  @Test func `an alert asks before a book is deleted`() {
    let store = books([Book(id: 7)])
    store.exhaustivity = .off

    store.send(\.deleteTapped, 7)
    #expect(store.state.destination[case: \.alert]?.buttons.map(\.label) == ["Delete", "Keep"])
    store.exhaustivity = .on
    store.send(\.destination.alert, .deleteConfirmed(7)) {
      $0.books = []
      $0.destination = nil
    }
  }

  @Test func `notes are taken on a screen behind the book's, and kept when it is done`() {
    let store = books([Book(id: 7)])

    store.send(\.bookTapped, 7) { $0.path[id: 0] = .detail(BookDetail.State(book: Book(id: 7))) }
    store.send(\.path[id: 0].detail.notesTapped) { $0.path[id: 1] = .notes(BookNotes.State(book: Book(id: 7))) }
    store.send(\.path[id: 1].notes.notesChanged, "good") { $0.path[id: 1, case: \.notes]?.book.notes = "good" }
    store.send(\.path[id: 1].notes.doneTapped)
    store.receive(\.path.popFrom) {
      $0.path[id: 1] = nil
      $0.books[id: 7]?.notes = "good"
    }
  }

  @Test func `a host draws each screen of the stack by its case, and sends to it`() {
    let executor = SteppedExecutor()
    executor.perform {
      var state = Books.State()
      state.path.append(.detail(BookDetail.State(book: Book(id: 7, title: "Emma"))))
      state.path.append(.notes(BookNotes.State(book: Book(id: 7, notes: "good"))))
      let store = Store(initialState: state, executor: executor) { Books() }

      #expect(draw(store) == ["the book Emma", "the notes: good"])
      if case .notes(let notes) = store.scope(state: \.path, id: state.path.ids[1], action: \.path)?.case {
        notes.send(.notesChanged("better"))
      }
      #expect(draw(store) == ["the book Emma", "the notes: better"])
    }
  }

  private func draw(_ store: Store<Books.State, Books.Action>) -> [String] {
    store.state.path.ids.compactMap { id in
      switch store.scope(state: \.path, id: id, action: \.path)?.case {
      case .detail(let store): "the book \(store.state.book.title)"
      case .notes(let store): "the notes: \(store.state.book.notes)"
      case nil: nil
      }
    }
  }

  private func books(_ books: IdentifiedArrayOf<Book> = []) -> TestStore<Books.State, Books.Action> {
    TestStore(initialState: Books.State(books: books)) {
      Books()
    } withDependencies: {
      $0.books.search = { query in [Book(id: 1, title: query)] }
    }
  }
}
