import Composable

struct Book: Equatable, Identifiable, Sendable {
  let id: Int
  var title = ""
  var notes = ""
}

@DependencyClient
struct BookClient: Sendable {
  var search: @Sendable (_ query: String) async throws -> [Book]
}

extension BookClient: TestDependencyKey {
  static var testValue: BookClient { BookClient() }
}

extension DependencyValues {
  var books: BookClient {
    get { self[BookClient.self] }
    set { self[BookClient.self] = newValue }
  }
}

struct BookForm: Reducer {
  struct State: Equatable, Sendable {
    var book: Book
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case titleChanged(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .titleChanged(let title): state.book.title = title
    }
    return .none
  }
}

struct BookDetail: Reducer {
  struct State: Equatable, Sendable {
    var book: Book
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case notesTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

struct BookNotes: Reducer {
  struct State: Equatable, Sendable {
    var book: Book
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case notesChanged(String)
    case doneTapped
  }

  @Dependency(\.dismiss) var dismiss

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .notesChanged(let notes): state.book.notes = notes
    case .doneTapped: return .run { _ in await dismiss() }
    }
    return .none
  }
}

struct Books: Reducer {
  @Reducer
  enum Path {
    case detail(BookDetail)
    case notes(BookNotes)
  }

  @Reducer
  enum Destination {
    case form(BookForm)
    case alert(AlertState<Alert>)
  }

  enum Alert: Equatable, Sendable {
    case deleteConfirmed(Book.ID)
  }

  struct State: Equatable, Sendable {
    var books: IdentifiedArrayOf<Book> = []
    var query = ""
    var path = StackState<Path.State>()
    @PresentationState var destination: Destination.State?
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case queryChanged(String)
    case found([Book])
    case addTapped
    case saveTapped
    case bookTapped(Book.ID)
    case deleteTapped(Book.ID)
    case path(StackAction<Path.State, Path.Action>)
    case destination(PresentationAction<Destination.Action>)
  }

  struct Search: Hashable, Sendable {}

  @Dependency(\.books) var client
  @Dependency(\.clock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { send in await send(.found(try await client.search(query))) }
          .debounce(id: Search(), for: .milliseconds(300), clock: clock)
      case .found(let books):
        state.books = IdentifiedArray(books)
      case .addTapped:
        state.destination = .form(BookForm.State(book: Book(id: state.books.count)))
      case .saveTapped:
        if let form = state.destination?.form { state.books.append(form.book) }
        state.destination = nil
      case .deleteTapped(let id):
        let buttons: [AlertState<Alert>.Button] = [
          .init("Delete", role: .destructive, action: .deleteConfirmed(id)), .init("Keep", role: .cancel),
        ]
        state.destination = .alert(AlertState("Delete the book?", buttons: buttons))
      case .destination(.presented(.alert(.deleteConfirmed(let id)))):
        state.books.remove(id: id)
      case .bookTapped(let id):
        if let book = state.books[id: id] { state.path.append(.detail(BookDetail.State(book: book))) }
      case .path(.element(let id, .detail(.notesTapped))):
        if let detail = state.path[id: id, case: \.detail] {
          state.path.append(.notes(BookNotes.State(book: detail.book)))
        }
      case .path(.popFrom(let id)):
        if let book = state.path[id: id, case: \.notes]?.book { state.books[id: book.id] = book }
      case .path, .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

extension Books.Path.State: Equatable {}
extension Books.Path.Action: Equatable {}
extension Books.Destination.State: Equatable {}
extension Books.Destination.Action: Equatable {}
