@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct DebounceTests {
  let probe = EffectProbe<Int>()

  private func begin(_ effect: @autoclosure () -> Effect<Int>) {
    probe.begin(effect().debounce(id: "d", for: .seconds(1), clock: probe.clock))
  }

  @Test func `of rapid calls the last is done, after the full time`() {
    for action in 1...3 {
      begin(.send(action))
      probe.clock.advance(by: .milliseconds(500))
    }
    let before = probe.actions

    probe.clock.advance(by: .milliseconds(499))
    let justBefore = probe.actions
    probe.clock.advance(by: .milliseconds(1))

    #expect(before == [])
    #expect(justBefore == [])
    #expect(probe.actions == [3])
    #expect(probe.traces == .none)
  }

  @Test func `the work does not begin before the quiet time is over`() {
    let journal = Journal()
    begin(.holding("work", journal))
    let before = journal.entries

    probe.clock.advance(by: .seconds(1))

    #expect(before == [])
    #expect(journal.entries == ["+work"])
  }

  @Test func `a cancel by its name ends the waiting`() {
    begin(.send(1))

    probe.begin(.cancel(id: "d"))
    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [])
    #expect(probe.traces == .none)
  }

  @Test func `work that is cancellable under the same name begins`() {
    begin(.concatenate(.send(1), .after(1, 2)).cancellable(id: "d", cancelInFlight: true))

    probe.clock.advance(by: .seconds(2))

    #expect(probe.actions == [1, 2])
  }

  @Test func `nothing takes the place of what waits when there is nothing to do`() {
    begin(.send(1))
    begin(.none)

    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [1])
  }

  @Test func `a debounced effect of a child ends with the child`() {
    let journal = Journal()
    let store = FamilyStore(Family.State(child: Family.Member.State(id: 1)))
    for name in ["first", "second"] {
      store.send(
        .child(.begin(.holding(name, journal).debounce(id: "d", for: .seconds(1), clock: store.clock)))
      )
      store.clock.advance(by: .seconds(1))
    }

    store.send(.change { $0.child = nil })

    #expect(journal.entries == ["+first", "-first", "+second", "-second"])
    #expect(store.traces == .none)
  }
}
