import ComposableCore

struct Shelf: Sendable {
  var books: Int
  var title: @Sendable (Int) -> String = { "Untitled \($0)" }
}

extension Shelf: DependencyKey {
  static var liveValue: Shelf { Shelf(books: 1) }
  static var testValue: Shelf { Shelf(books: 100) }
}

enum ReaderKey: DependencyKey {
  static var liveValue: String? { "Ada" }
}

extension DependencyValues {
  var shelf: Shelf {
    get { self[Shelf.self] }
    set { self[Shelf.self] = newValue }
  }

  var reader: String? {
    get { self[ReaderKey.self] }
    set { self[ReaderKey.self] = newValue }
  }
}

/// Calls an operation where the shelf has so many books.
func withBooks<Result>(_ books: Int, operation: () throws -> Result) rethrows -> Result {
  try withDependencies({ $0.shelf.books = books }, operation: operation)
}

/// Calls an operation in a context.
func inContext<Result>(_ context: DependencyContext, operation: () throws -> Result) rethrows -> Result {
  try withDependencies({ $0.context = context }, operation: operation)
}

struct Refusal: Error {}
