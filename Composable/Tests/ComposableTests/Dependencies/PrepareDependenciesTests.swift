import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct PrepareDependenciesTests {
  @Dependency(\.shelf) var shelf

  @Test func `a prepared value is the default`() {
    prepareDependencies { $0.shelf.books = 2 }

    #expect(shelf.books == 2)
  }

  @Test func `preparing gives back what the closure returns`() {
    let result = prepareDependencies { _ in 42 }

    #expect(result == 42)
  }

  @Test func `an override comes before what was prepared`() {
    prepareDependencies { $0[Shelf.self] = Shelf(books: 2) }

    withBooks(3) { #expect(shelf.books == 3) }
  }

  @Test func `preparing twice before any read takes the last`() {
    prepareDependencies { $0[Shelf.self] = Shelf(books: 2) }
    prepareDependencies { $0[Shelf.self] = Shelf(books: 3) }

    #expect(shelf.books == 3)
  }

  @Test func `preparing after a read is an issue and changes nothing`() {
    #expect(shelf.books == 100)

    let issues = withIssues {
      prepareDependencies { $0[Shelf.self] = Shelf(books: 2) }
    }

    #expect(shelf.books == 100)
    #expect(
      issues.map(\.message) == [
        """
        'Shelf' was prepared after it was read, and stays what it was.
        Prepare dependencies once, at the entry point of the program, before anything is made that reads them.
        """
      ]
    )
  }

  @Test func `preparing the context switches which defaults are given`() {
    prepareDependencies { $0.context = .live }

    #expect(shelf.books == 1)
  }
}
