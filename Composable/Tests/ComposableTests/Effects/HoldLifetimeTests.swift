@testable import ComposableCore
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
  func `a hold is released in the turn in which its element, its child or the child's parent goes`(kind: HoldKind) {
    let store = store()
    for row in 1...2 { store.send(.row(row, kind.effect("row \(row)", journal))) }
    store.send(.child(.grandchild(.begin(kind.effect("grandchild", journal)))))
    store.send(.child(.begin(kind.effect("child", journal))))

    store.executor.perform {
      _ = store.core.send(.change { $0.rows.remove(id: 1) })
      #expect(journal.entries.dropFirst(4) == ["-row 1"])
      _ = store.core.send(.change { $0.child = nil })
      #expect(journal.entries.dropFirst(5) == ["-grandchild", "-child"])
    }
    store.executor.drain()
    #expect(store.traces == Traces(effects: 1, sends: 1, places: 1))
  }

  @Test func `a hold that comes after a cancel of the only effect of a child ends with the child`() {
    let store = store()
    store.send(.child(.begin(.holding("old", journal).cancellable(id: "h"))))
    store.send(.child(.begin(.merge(.cancel(id: "h"), .holding("new", journal)))))

    store.send(.change { $0.child = nil })

    #expect(journal.entries == ["+old", "-old", "+new", "-new"])
    #expect(store.traces == .none)
  }

  @Test(arguments: [.send(.value(1)), .cancel(id: "h")] as [Effect<Family.Member.Action>])
  func `a child whose effect leaves nothing alive leaves no place behind`(effect: Effect<Family.Member.Action>) {
    let store = store()

    store.send(.child(.begin(effect)))

    #expect(store.traces == .none)
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
  func `with cancelInFlight the former hold is released before the new one is acquired`(kind: HoldKind) {
    let probe = EffectProbe<Int>()
    let effect: Effect<Int> = kind.effect("a", journal).cancellable(id: "a", cancelInFlight: true)

    for _ in 1...3 { probe.begin(effect) }

    #expect(journal.entries == ["+a", "-a", "+a", "-a", "+a"])
    #expect(probe.traces == Traces(effects: 1, sends: 1, names: 1))
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
