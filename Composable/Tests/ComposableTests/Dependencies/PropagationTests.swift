import ComposableCore
import ComposableTesting
import Testing

@Suite struct PropagationTests {
  @Test func `a task inherits the override`() async {
    let task = withBooks(2) { Task { DependencyValues.current.shelf.books } }

    #expect(await task.value == 2)
  }

  @Test func `the tasks of a group inherit the override`() async {
    let books = await withDependencies {
      $0.shelf.books = 2
    } operation: {
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<3 { group.addTask { DependencyValues.current.shelf.books } }
        return await group.reduce(0, +)
      }
    }

    #expect(books == 6)
  }

  @Test func `a detached task does not inherit the override`() async {
    let task = withBooks(2) { Task.detached { DependencyValues.current.shelf.books } }

    #expect(await task.value == 1)
  }

  @Test func `an escaping closure does not inherit the override`() {
    let escaped = withBooks(2) {
      { DependencyValues.current.shelf.books }
    }

    #expect(escaped() == 1)
  }

  @Test func `an escaping closure gets the override back where it yields`() {
    let escaped = withBooks(2) {
      withEscapedDependencies { dependencies in
        { dependencies.yield { DependencyValues.current.shelf.books } }
      }
    }

    #expect(escaped() == 2)
  }

  @Test func `an escaping closure yields asynchronously`() async {
    let escaped = await withDependencies {
      $0.shelf.books = 2
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.yield()
        return { @Sendable () async -> Int in
          await dependencies.yield {
            await Task.yield()
            return DependencyValues.current.shelf.books
          }
        }
      }
    }

    #expect(await escaped() == 2)
  }

  @Test func `an unfolding stream reads what is in force where it is iterated`() async {
    let stream = withBooks(2) { AsyncStream { DependencyValues.current.shelf.books } }

    #expect(await stream.first { _ in true } == 1)
  }

  @Test func `an unfolding stream yields to see the override of where it was made`() async {
    let stream = withBooks(2) {
      withEscapedDependencies { dependencies in
        AsyncStream { dependencies.yield { DependencyValues.current.shelf.books } }
      }
    }

    #expect(await stream.first { _ in true } == 2)
  }
}
