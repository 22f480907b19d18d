@testable import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct HoldLifetimeTests {
  private final class Token: Sendable {}

  let journal = Journal()

  private func store() -> FamilyStore {
    let state = Family.Member.State(id: 0, grandchild: Family.Junior.State())
    return FamilyStore(Family.State(child: state, rows: [Family.Member.State(id: 1), Family.Member.State(id: 2)]))
  }

  @Test(arguments: HoldKind.allCases)
  func `a hold is released in the turn in which its element goes`(kind: HoldKind) {
    let store = store()
    for row in 1...2 { store.send(.row(row, kind.effect("row \(row)", journal))) }

    store.executor.perform {
      _ = store.core.send(.change { $0.rows.remove(id: 1) })
      #expect(journal.entries == ["+row 1", "+row 2", "-row 1"])
    }
  }

  @Test(arguments: HoldKind.allCases)
  func `a hold is released in the turn in which its child goes`(kind: HoldKind) {
    let store = store()
    store.send(.child(.begin(kind.effect("child", journal))))

    store.executor.perform {
      _ = store.core.send(.change { $0.child = nil })
      #expect(journal.entries == ["+child", "-child"])
    }
  }

  @Test(arguments: HoldKind.allCases)
  func `a hold is released in the turn in which a parent of its child goes`(kind: HoldKind) {
    let store = store()
    store.send(.child(.grandchild(.begin(kind.effect("grandchild", journal)))))

    store.executor.perform {
      _ = store.core.send(.change { $0.child = nil })
      #expect(journal.entries == ["+grandchild", "-grandchild"])
    }
    store.executor.drain()
    #expect(store.traces == .none)
  }

  @Test(arguments: HoldKind.allCases)
  func `a hold is released when its child is replaced by another`(kind: HoldKind) {
    let store = store()
    store.send(.child(.begin(kind.effect("child", journal))))

    store.send(.change { $0.child = Family.Member.State(id: 0) })
    let afterSameIdentity = journal.entries
    store.send(.change { $0.child = Family.Member.State(id: 1) })

    #expect(afterSameIdentity == ["+child"])
    #expect(journal.entries == ["+child", "-child"])
  }

  @Test(arguments: HoldKind.allCases)
  func `a hold whose child is gone when it would begin is never acquired`(kind: HoldKind) {
    let store = store()
    let hold: Effect<Family.Member.Action> = kind.effect("child", journal)
    let journal = journal

    store.send(.begin(.merge(.send(.child(.begin(hold))), .send(.change { _ in journal.note("next") }))))
    store.send(.rows(.element(id: 1, action: .perform { _ in .send(.value(1)) })))

    #expect(journal.entries == ["+child", "next"])
  }

  @Test(arguments: HoldKind.allCases)
  func `holds are released in order, on the executor, when the store goes`(kind: HoldKind) {
    let store = store()
    let executor = store.executor
    let journal = journal
    let names = (1...10).map { "\($0)" }
    let holds: [Effect<Family.Member.Action>] = names.map { name in
      kind.effect(name, journal).merge(
        with: .hold(
          acquire: {},
          release: { journal.note("\(name) \(executor.isIsolatingCurrentContext() == true ? "inside" : "outside")") }
        )
      )
    }
    for (index, hold) in holds.enumerated() { store.send(.row(1 + index % 2, hold)) }

    store.drop()

    #expect(journal.entries == names.map { "+\($0)" } + names.flatMap { ["-\($0)", "\($0) inside"] })
  }

  @Test func `holds are released in the very turn in which a job of the executor drops the store`() async {
    let executor = SteppedExecutor()
    let journal = journal
    let dropping = Task(executorPreference: executor) {
      await OnExecutor(executor).run {
        let store = Store(initialState: Family.State(), executor: executor) { Family() }
        store.send(.begin(.holding("a", journal)))
      }
      journal.note("dropped")
    }

    executor.drain()
    await dropping.value

    #expect(journal.entries == ["+a", "-a", "dropped"])
  }

  @Test(arguments: HoldKind.allCases)
  func `the captures of a hold are dropped after the release`(kind: HoldKind) {
    let probe = EffectProbe<Int>()
    weak var acquired: Token?
    weak var captured: Token?
    do {
      let token = Token()
      let other = Token()
      (acquired, captured) = (token, other)
      probe.begin(
        .hold(
          acquire: { token },
          release: { _ in withExtendedLifetime(other) {} },
          while: kind.work()
        )
        .cancellable(id: "a")
      )
    }
    let whileHeld = (acquired != nil, captured != nil)

    probe.begin(.cancel(id: "a"))

    #expect(whileHeld == (true, true))
    #expect(acquired == nil)
    #expect(captured == nil)
  }

  @Test(arguments: HoldKind.allCases)
  func `a hold is let go of by what released it, though its effect is still kept`(kind: HoldKind) {
    let probe = EffectProbe<Int>()
    let effect: Effect<Int> = kind.effect("a", journal).cancellable(id: "a", cancelInFlight: true)

    for _ in 1...3 { probe.begin(effect) }

    #expect(journal.entries == ["+a", "-a", "+a", "-a", "+a"])
  }
}

/// Runs something as a job of an executor.
private actor OnExecutor {
  nonisolated let executor: SteppedExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: SteppedExecutor) {
    self.executor = executor
  }

  func run(_ body: @Sendable () -> Void) {
    body()
  }
}
