@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct ThrottleTests {
  let probe = EffectProbe<Int>()

  private func throttled(_ effect: Effect<Int>, latest: Bool = true) -> Effect<Int> {
    effect.throttle(id: "t", for: .seconds(1), clock: probe.clock, latest: latest)
  }

  private func begin(_ action: Int, latest: Bool = true) {
    probe.begin(throttled(.send(action), latest: latest))
  }

  @Test(arguments: [true, false])
  func `the first is sent at once, the latest or the earliest of the others at the window's end, once`(latest: Bool) {
    for action in 1...4 { begin(action, latest: latest) }
    let atOnce = probe.actions

    probe.clock.advance(by: .milliseconds(999))
    let withinTheWindow = probe.actions
    probe.clock.advance(by: .milliseconds(1))
    let atTheEnd = probe.actions
    probe.clock.advance(by: .seconds(10))

    #expect(atOnce == [1])
    #expect(withinTheWindow == [1])
    #expect(atTheEnd == [1, latest ? 4 : 2])
    #expect(probe.actions == atTheEnd)
    #expect(probe.traces == .none)
  }

  @Test(arguments: [true, false])
  func `after a window in which nothing waited the next is sent at once`(latest: Bool) {
    begin(1, latest: latest)
    probe.clock.advance(by: .seconds(1))

    begin(2, latest: latest)

    #expect(probe.actions == [1, 2])
  }

  @Test func `an effect at a window's end opens the next window`() {
    begin(1)
    begin(2)
    probe.clock.advance(by: .seconds(1))

    begin(3)
    let withinTheWindow = probe.actions
    probe.clock.advance(by: .seconds(1))

    #expect(withinTheWindow == [1, 2])
    #expect(probe.actions == [1, 2, 3])
  }

  @Test func `windows of two names are two`() {
    probe.begin(.send(1).throttle(id: "a", for: .seconds(1), clock: probe.clock, latest: true))
    probe.begin(.send(2).throttle(id: "b", for: .seconds(1), clock: probe.clock, latest: true))

    #expect(probe.actions == [1, 2])
  }

  @Test func `a send whose effect waits for a window is live, and its cancel ends the waiting`() {
    begin(1)
    let task = probe.begin(throttled(.send(2)))
    let isLive = probe.executor.perform { task.isLiveNow }

    probe.cancel(task)
    probe.clock.advance(by: .seconds(1))

    #expect(isLive)
    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }

  @Test func `a cancel by name ends an effect that waits for a window`() {
    begin(1)
    probe.begin(throttled(.send(2)).cancellable(id: "a"))

    probe.begin(.cancel(id: "a"))
    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [1])
  }

  @Test func `a window stays open when the effect is cancelled that opened it`() {
    let task = probe.begin(throttled(.endless).cancellable(id: "a"))
    probe.cancel(task)
    probe.begin(.cancel(id: "a"))

    begin(2)
    let withinTheWindow = probe.actions
    probe.clock.advance(by: .seconds(1))

    #expect(withinTheWindow == [])
    #expect(probe.actions == [2])
  }

  @Test func `a concatenation goes on when a throttled step has begun and ended, or another took its place`() {
    for number in 1...3 { probe.begin(.concatenate(throttled(.send(number)), .send(10 * number))) }
    let atOnce = probe.actions
    probe.clock.advance(by: .seconds(1))

    #expect(atOnce == [1, 10, 20])
    #expect(probe.actions == [1, 10, 20, 3, 30])
  }

  @Test func `a window and what waits for it end with their child`() {
    let journal = Journal()
    let store = FamilyStore(Family.State(child: Family.Member.State(id: 1)))
    let hold = { (name: String) -> Effect<Family.Member.Action> in
      .holding(name, journal).throttle(id: "t", for: .seconds(1), clock: store.clock, latest: true)
    }
    store.send(.child(.begin(hold("first"))))
    store.send(.child(.begin(hold("second"))))
    let traces = store.traces

    store.send(.change { $0.child = nil })
    store.clock.advance(by: .seconds(2))

    #expect(traces == Traces(effects: 3, sends: 3, windows: 1, places: 1))
    #expect(journal.entries == ["+first", "-first"])
    #expect(store.traces == .none)
  }
}
