@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct HoldCompositionTests {
  let journal = Journal()
  let probe = EffectProbe<Int>()

  @Test(arguments: HoldKind.allCases)
  func `a concatenated hold begins when the one before has ended`(kind: HoldKind) {
    probe.begin(.concatenate(kind.effect("a", journal).cancellable(id: "a"), kind.effect("b", journal)))
    let before = journal.entries

    probe.begin(.cancel(id: "a"))

    #expect(before == ["+a"])
    #expect(journal.entries == ["+a", "-a", "+b"])
  }

  @Test(arguments: HoldKind.allCases)
  func `a cancelled concatenation releases the hold of its step, and acquires no other`(kind: HoldKind) {
    probe.begin(.concatenate(kind.effect("a", journal), kind.effect("b", journal)).cancellable(id: "all"))

    probe.begin(.cancel(id: "all"))

    #expect(journal.entries == ["+a", "-a"])
    #expect(probe.traces == .none)
  }

  @Test func `a concatenation goes on when the work of a hold has ended`() {
    probe.begin(.concatenate(.holding("a", journal) { await $0(1) }, .send(2)))

    #expect(journal.entries == ["+a", "-a"])
    #expect(probe.actions == [1, 2])
    #expect(probe.traces == .none)
  }

  @Test(arguments: HoldKind.allCases)
  func `merged holds live side by side, and end each for itself`(kind: HoldKind) {
    probe.begin(.merge(kind.effect("a", journal).cancellable(id: "a"), kind.effect("b", journal).cancellable(id: "b")))

    probe.begin(.cancel(id: "b"))
    probe.begin(.cancel(id: "a"))

    #expect(journal.entries == ["+a", "+b", "-b", "-a"])
  }

  @Test(arguments: HoldKind.allCases)
  func `a throttled hold begins at the window's end, beside the one before`(kind: HoldKind) {
    let clock = probe.clock
    for name in ["a", "b", "c"] {
      probe.begin(kind.effect(name, journal).throttle(id: "t", for: .seconds(1), clock: clock, latest: true))
    }
    let before = journal.entries

    clock.advance(by: .seconds(1))

    #expect(before == ["+a"])
    #expect(journal.entries == ["+a", "+c"])
  }

  @Test(arguments: HoldKind.allCases)
  func `a debounced hold is released at once when another begins to wait`(kind: HoldKind) {
    let clock = probe.clock
    probe.begin(kind.effect("a", journal).debounce(id: "d", for: .seconds(1), clock: clock))
    clock.advance(by: .seconds(1))

    probe.begin(kind.effect("b", journal).debounce(id: "d", for: .seconds(1), clock: clock))
    let waiting = journal.entries
    clock.advance(by: .seconds(1))

    #expect(waiting == ["+a", "-a"])
    #expect(journal.entries == ["+a", "-a", "+b"])
  }

  @Test(arguments: HoldKind.allCases)
  func `a release may send: the action is reduced in the same turn, after the one that ended the hold`(kind: HoldKind) {
    let store = FamilyStore()
    let core = store.core
    let journal = journal
    let release: @Sendable (Int) -> Void = { _ in
      journal.note("-a")
      _ = core.send(.change { _ in journal.note("reduced") })
      journal.note("sent")
    }
    store.send(.begin(.hold(acquire: { 1 }, release: release, while: kind.work()).cancellable(id: "a")))

    store.executor.perform {
      _ = store.core.send(.begin(.merge(.cancel(id: "a"), .holding("b", journal))))
      #expect(journal.entries == ["-a", "sent", "+b", "reduced"])
    }
  }

  @Test(arguments: HoldKind.allCases)
  func `an acquisition may send: the action is reduced in the same turn, and may end the hold`(kind: HoldKind) {
    let store = FamilyStore()
    let core = store.core
    let journal = journal
    let acquire: @Sendable () -> Void = {
      journal.note("+a")
      _ = core.send(.begin(.cancel(id: "a")))
      journal.note("sent")
    }

    store.executor.perform {
      let hold: Effect<Family.Action> = .hold(acquire: acquire, release: { journal.note("-a") }, while: kind.work())
      _ = store.core.send(.begin(.merge(hold.cancellable(id: "a"), .holding("b", journal))))
      #expect(journal.entries == ["+a", "sent", "+b", "-a"])
    }
    store.executor.drain()
    #expect(store.traces == Traces(effects: 1, sends: 1))
  }
}
