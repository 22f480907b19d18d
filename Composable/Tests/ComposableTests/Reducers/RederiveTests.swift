import ComposableCore
import ComposableTesting
import Testing

@Suite struct RederiveTests {
  private let holds = HoldLedger()

  @Test func `restored state starts no effect until it is derived again`() {
    let store = restored()
    #expect(holds.living == [])

    store.rederive()

    #expect(
      holds.living == ["root", "scope 1", "optional 2", "row 3", "row 4", "nested 5", "case 6", "sheet 7", "path 8"]
    )
  }

  @Test func `an effect that is derived again replaces the former one`() {
    let store = restored()
    store.rederive()
    let living = holds.living

    store.rederive()

    #expect(holds.living.sorted() == living.sorted())
    #expect(holds.history.count == 3 * living.count)
  }

  @Test func `an effect that was derived for a child ends with the child`() {
    let store = restored()
    store.rederive()

    store.send(
      .change(
        Change { state in
          state.optional = nil
          state.rows.remove(id: 3)
          state.rows[id: 4]?.child = nil
          state.screen = .none
          state.sheet = nil
          state.path.removeLast()
        }
      )
    )

    #expect(holds.living == ["root", "scope 1", "row 4"])
  }

  @Test func `an absent child derives nothing, and nothing is reported`() {
    let issues = withIssues {
      let store = SteppedStore(Restored.State()) { Restored(holds: holds) }
      store.rederive()
      #expect(holds.living == ["root", "scope 1"])
    }

    #expect(issues == [])
  }

  @Test func `observers are called once after a new derivation`() {
    let journal = Journal()
    let store = restored()
    let observation = store.executor.perform { store.store.observe { _ in journal.note("notified") } }

    store.rederive()

    #expect(journal.entries == ["notified", "notified"])
    withExtendedLifetime(observation) {}
  }

  @Test func `the task of a derivation stands for what was derived`() {
    let store = restored()

    store.executor.perform {
      let task = store.store.rederive()
      #expect(!task.isNone)
      Task(executorPreference: store.executor) { await task.cancel() }
    }
    store.executor.drain()

    #expect(holds.living == [])
  }

  @Test func `a store without derivations derives nothing`() {
    let store = SteppedStore<Int, Int>(7) { EmptyReducer() }

    store.executor.perform { #expect(store.store.rederive().isNone) }
  }

  @Test func `an overridden dependency is seen by what is derived again`() {
    let journal = Journal()
    let store = SteppedStore<Int, Int>(0) {
      EmptyReducer()
        .onChange(of: \.self) { _, _ in
          @Dependency(\.shelf) var shelf
          journal.note("books \(shelf.books)")
          return .none
        }
        .dependency(\.shelf.books, 9)
    }

    store.rederive()

    #expect(journal.entries == ["books 9"])
  }

  private func restored() -> SteppedStore<Restored.State, Restored.Action> {
    var state = Restored.State(
      optional: Bud.State(id: 2),
      rows: [Bough.State(id: 3), Bough.State(id: 4, child: Bud.State(id: 5))],
      screen: .bud(Bud.State(id: 6)),
      sheet: Bud.State(id: 7)
    )
    state.path.append(Bud.State(id: 8))
    return SteppedStore(state) { Restored(holds: holds) }
  }
}
