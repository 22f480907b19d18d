import ComposableCore
import Testing

@Suite struct OverridingTests {
  @Test func `an override holds for the operation and no longer`() {
    @Dependency(\.shelf) var shelf

    let inside = withDependencies {
      $0.shelf = Shelf(books: 7)
    } operation: {
      shelf.books
    }

    #expect(inside == 7)
    #expect(shelf.books == 1)
  }

  @Test func `an inner override wins and the outer one comes back`() {
    @Dependency(\.shelf) var shelf

    withBooks(2) {
      withDependencies {
        $0.shelf.books += 1
      } operation: {
        #expect(shelf.books == 3)
      }
      #expect(shelf.books == 2)
    }
  }

  @Test func `a dependency is read by its type`() {
    @Dependency(Shelf.self) var shelf

    withDependencies {
      $0[Shelf.self] = Shelf(books: 4)
    } operation: {
      #expect(shelf.books == 4)
    }
  }

  @Test func `one endpoint of a client is overridden alone`() {
    @Dependency(\.shelf) var shelf

    withDependencies {
      $0.shelf.title = { "Book \($0)" }
    } operation: {
      #expect(shelf.title(3) == "Book 3")
      #expect(shelf.books == 1)
    }
  }

  @Test func `an optional dependency is overridden with nothing`() {
    @Dependency(\.reader) var reader

    withDependencies {
      $0.reader = nil
    } operation: {
      #expect(reader == nil)
    }
    #expect(reader == "Ada")
  }

  @Test func `an asynchronous operation sees the override after it was suspended`() async {
    @Dependency(\.shelf) var shelf

    await withDependencies {
      $0.shelf.books = 5
    } operation: {
      await Task.yield()
      #expect(shelf.books == 5)
    }
  }

  @Test func `an error of the update or of the operation is thrown on`() async {
    #expect(throws: Refusal.self) {
      try withDependencies { _ in
        throw Refusal()
      } operation: {
      }
    }
    await #expect(throws: Refusal.self) {
      try await withDependencies {
        $0.shelf.books = 2
      } operation: {
        await Task.yield()
        throw Refusal()
      }
    }
  }

  @Test @MainActor func `an asynchronous operation stays on the actor of its caller`() async {
    await withDependencies {
      $0.shelf.books = 5
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
    }
  }
}
