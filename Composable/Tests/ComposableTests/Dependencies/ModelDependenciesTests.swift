import ComposableCore
import ComposableTesting
import Testing

@Suite struct ModelDependenciesTests {
  @Test func `a model keeps the dependencies that it was made under`() {
    let model = withBooks(2) { Library() }

    #expect(model.shelf.books == 2)
  }

  @Test func `an override in force comes before what a model was made under`() {
    let model = withBooks(2) { Library() }

    withBooks(3) { #expect(model.shelf.books == 3) }
  }

  @Test func `an override of another dependency does not hide what a model was made under`() {
    let model = withBooks(2) { Library() }

    withDependencies {
      $0.reader = "Grace"
    } operation: {
      #expect(model.shelf.books == 2)
    }
  }

  @Test func `a model that was made in a test stays there when it is used outside`() {
    let model = inContext(.test) { Library() }

    #expect(model.shelf.books == 100)
  }

  @Test func `a model made from another inherits its dependencies`() {
    let parent = withBooks(2) { Library() }

    let child = withDependencies(from: parent) { Library() }

    #expect(child.shelf.books == 2)
  }

  @Test func `a model made from an inheriting class finds the dependencies of its superclass`() {
    let parent = withBooks(2) { Branch() }

    let child = withDependencies(from: parent) { Library() }

    #expect(child.shelf.books == 2)
  }

  @Test func `an override comes before an inherited value`() async {
    let parent = withDependencies {
      $0.shelf.books = 2
      $0.reader = "Grace"
    } operation: {
      Library()
    }

    let child = await withDependencies(from: parent) {
      $0.shelf.books = 3
    } operation: {
      await Task.yield()
      return Library()
    }

    #expect(child.shelf.books == 3)
    #expect(child.reader == "Grace")
  }

  @Test func `inheriting from a model without dependencies is an issue`() {
    let issues = withIssues {
      withDependencies(from: Refusal()) {}
    }

    #expect(
      issues.map(\.message) == [
        """
        'Refusal' has no dependencies to inherit: none of its stored properties is a '@Dependency'.
        Give it one, or say what the operation depends on with 'withDependencies { … }'.
        """
      ]
    )
    #expect(issues.map(\.location.fileID) == [#fileID])
  }
}

private class Library {
  @Dependency(\.shelf) var shelf
  @Dependency(\.reader) var reader
}

private final class Branch: Library {}
