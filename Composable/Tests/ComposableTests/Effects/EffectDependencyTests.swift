@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct EffectDependencyTests {
  private struct Feature: Reducer {
    enum Action: Equatable, Sendable {
      case hold
      case respond(Int)
    }

    let journal: Journal

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .hold:
        return .hold(
          acquire: { [journal] in journal.note("+\(DependencyValues.current.shelf.books)") },
          release: { [journal] in journal.note("-\(DependencyValues.current.shelf.books)") },
          while: { send in await send(.respond(DependencyValues.current.shelf.books)) }
        )
      case .respond(let books):
        state = books
        return .none
      }
    }
  }

  let journal = Journal()

  @Test func `every part of a hold sees the dependencies that its reducer was given`() {
    let store = TestStore(initialState: 0) { Feature(journal: journal).dependency(\.shelf.books, 1) }

    store.send(.hold)
    store.receive(.respond(1)) { $0 = 1 }

    #expect(journal.entries == ["+1", "-1"])
  }

  @Test(arguments: [
    Effect<Void>.send(()), .run { await $0(()) }, .hold(acquire: {}, release: {}, while: { await $0(()) }),
  ])
  func `map sees the dependencies of where it is written`(_ effect: Effect<Void>) {
    let mapped = withBooks(1) {
      effect.map {
        @Dependency(\.shelf.books) var books
        return books
      }
    }

    let probe = EffectProbe(mapped)

    #expect(probe.actions == [1])
  }

  @Test func `a map around a map sees its own dependencies`() {
    let inner = withBooks(1) { Effect<Void>.send(()).map { DependencyValues.current.shelf.books } }
    let outer = withBooks(2) { inner.map { [$0, DependencyValues.current.shelf.books] } }

    let probe = EffectProbe(outer)

    #expect(probe.actions == [[1, 2]])
  }
}
