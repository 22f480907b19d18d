import ComposableCore
import ComposableTesting
import Synchronization
import Testing

@Suite struct CachingTests {
  @Test func `a default is computed once and shared by copies`() {
    let values = DependencyValues(context: .test)
    let copy = values

    #expect(values[Tray.self] === values[Tray.self])
    #expect(values[Tray.self] === copy[Tray.self])
  }

  @Test func `a default is remembered for each context`() {
    var values = DependencyValues(context: .test)
    let inTest = values[Tray.self]

    values.context = .live
    let live = values[Tray.self]
    values.context = .test

    #expect(inTest !== live)
    #expect(values[Tray.self] === inTest)
  }

  @Test func `values of their own share nothing`() {
    let first = DependencyValues(context: .test)
    let second = DependencyValues(context: .test)

    #expect(first[Tray.self] !== second[Tray.self])
  }

  @Test func `two tests that only switch the context share nothing`() {
    let trays = (0..<2).map { _ in
      inContext(.test) { DependencyValues.current[Tray.self] }
    }

    #expect(trays[0] !== trays[1])
  }

  @Test func `an override around a program's operation keeps what the program remembers`() {
    let outside = DependencyValues.current[Tray.self]

    let inside = withBooks(2) { DependencyValues.current[Tray.self] }

    #expect(inside === outside)
  }

  @Test func `a default that was computed from others sees their defaults`() {
    let values = DependencyValues(context: .test)

    #expect(values[Eager.self].books == 100)
    #expect(values[Diamond.self].books == 200)
  }

  @Test func `a default that was computed from others sees what its values were prepared with`() {
    let values = DependencyValues(context: .test) { $0.shelf.books = 9 }

    #expect(values[Diamond.self].books == 18)
  }

  @Test func `the dependencies that a test begins with prepare its defaults`() {
    withDependencies {
      $0.context = .test
      $0.shelf.books = 9
    } operation: {
      @Dependency(Eager.self) var eager
      #expect(eager.books == 9)
    }
  }

  @Test func `an override around the first read of a default does not stick to it`() {
    inContext(.test) {
      @Dependency(Eager.self) var eager

      withBooks(5) { #expect(eager.books == 100) }
      #expect(eager.books == 100)
    }
  }

  @Test func `a default that reads lazily sees the override in force`() {
    let values = DependencyValues(context: .test)
    let lazy = values[Lazy.self]

    DependencyValues.$current.withValue(values) {
      #expect(lazy.shelf.books == 100)
      withBooks(5) { #expect(lazy.shelf.books == 5) }
    }
  }

  @Test func `two defaults that read each other lazily form a harmless circle`() {
    let values = DependencyValues(context: .test)

    DependencyValues.$current.withValue(values) {
      #expect(values[LeftKey.self].right.left.right.name == "right")
    }
  }

  @Test func `a default that needs itself traps with the cycle`() async {
    await #expect(processExitsWith: .failure) {
      _ = DependencyValues(context: .test)[Serpent.self]
    }
  }

  @Test func `a default is computed once by many threads that read it together`() async {
    for round in 1...50 {
      let values = DependencyValues(context: .test)
      await withDiscardingTaskGroup { group in
        for _ in 0..<4 { group.addTask { _ = values[Slow.self] } }
      }
      #expect(Slow.made.load(ordering: .relaxed) == round)
    }
  }

  @Test func `threads that need a diamond from different corners do not wait for ever`() async {
    for _ in 0..<200 {
      let values = DependencyValues(context: .test)
      await withDiscardingTaskGroup { group in
        group.addTask { #expect(values[Diamond.self].books == 200) }
        group.addTask { #expect(values[Eager.self].books == 100) }
        group.addTask { #expect(values[OtherEager.self].books == 100) }
        group.addTask { #expect(values[Shelf.self].books == 100) }
      }
    }
  }

  @Test func `a task that a default starts may read that default`() async {
    let values = DependencyValues(context: .test)

    let started = values[Starter.self]

    #expect(await started.task.value == 100)
  }
}

private final class Tray: DependencyKey, Sendable {
  static var liveValue: Tray { Tray() }
  static var testValue: Tray { Tray() }
}

private struct Slow: TestDependencyKey {
  static let made = Atomic(0)

  let sum: Int

  static var testValue: Slow {
    made.add(1, ordering: .relaxed)
    return Slow(sum: (0..<20_000).reduce(0, &+))
  }
}

private struct Eager: TestDependencyKey {
  let books: Int

  static var testValue: Eager {
    @Dependency(\.shelf) var shelf
    return Eager(books: shelf.books)
  }
}

private struct OtherEager: TestDependencyKey {
  let books: Int

  static var testValue: OtherEager {
    @Dependency(\.shelf) var shelf
    return OtherEager(books: shelf.books)
  }
}

private struct Diamond: TestDependencyKey {
  let books: Int

  static var testValue: Diamond {
    @Dependency(Eager.self) var eager
    @Dependency(OtherEager.self) var other
    return Diamond(books: eager.books + other.books)
  }
}

private struct Lazy: TestDependencyKey {
  @Dependency(\.shelf) var shelf

  static var testValue: Lazy { Lazy() }
}

private struct Left: Sendable {
  @Dependency(RightKey.self) var right
}

private struct Right: Sendable {
  @Dependency(LeftKey.self) var left
  let name = "right"
}

private enum LeftKey: TestDependencyKey {
  static var testValue: Left { Left() }
}

private enum RightKey: TestDependencyKey {
  static var testValue: Right { Right() }
}

private struct Serpent: TestDependencyKey {
  static var testValue: Serpent { DependencyValues.current[Tail.self].serpent }
}

private struct Tail: TestDependencyKey {
  let serpent: Serpent

  static var testValue: Tail { Tail(serpent: DependencyValues.current[Serpent.self]) }
}

private struct Starter: TestDependencyKey {
  let task: Task<Int, Never>

  static var testValue: Starter {
    Starter(
      task: Task {
        _ = DependencyValues.current[Starter.self]
        return DependencyValues.current[Shelf.self].books
      }
    )
  }
}
