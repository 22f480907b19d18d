@testable import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct ThrottleTests {
  let probe = EffectProbe<Int>()

  private func begin(_ action: Int, latest: Bool) {
    probe.begin(.send(action).throttle(id: "t", for: .seconds(1), clock: probe.clock, latest: latest))
  }

  @Test func `the first is sent at once, the latest at the window's end`() {
    for action in 1...4 { begin(action, latest: true) }
    let atOnce = probe.actions

    probe.clock.advance(by: .milliseconds(999))
    let withinTheWindow = probe.actions
    probe.clock.advance(by: .milliseconds(1))

    #expect(atOnce == [1])
    #expect(withinTheWindow == [1])
    #expect(probe.actions == [1, 4])
  }

  @Test func `the first is sent at once, the earliest of the others at the window's end`() {
    for action in 1...4 { begin(action, latest: false) }
    let atOnce = probe.actions

    probe.clock.advance(by: .seconds(1))

    #expect(atOnce == [1])
    #expect(probe.actions == [1, 2])
  }

  @Test(arguments: [true, false])
  func `a value is sent once`(latest: Bool) {
    begin(1, latest: latest)
    begin(2, latest: latest)

    probe.clock.advance(by: .seconds(10))

    #expect(probe.actions == [1, 2])
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
    begin(1, latest: true)
    begin(2, latest: true)
    probe.clock.advance(by: .seconds(1))

    begin(3, latest: true)
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

  @Test func `an open window is no effect in flight`() {
    begin(1, latest: true)
    let isLiveInTheWindow = probe.isLive

    begin(2, latest: true)

    #expect(!isLiveInTheWindow)
    #expect(probe.isLive)
  }

  @Test func `a send whose effect waits for a window is live, and its cancel ends the waiting`() {
    begin(1, latest: true)
    let task = probe.begin(.send(2).throttle(id: "t", for: .seconds(1), clock: probe.clock, latest: true))
    let isLive = probe.executor.perform { task.isLiveNow }

    probe.cancel(task)
    probe.clock.advance(by: .seconds(1))

    #expect(isLive)
    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }

  @Test func `a cancel by name ends an effect that waits for a window`() {
    begin(1, latest: true)
    probe.begin(.send(2).throttle(id: "t", for: .seconds(1), clock: probe.clock, latest: true).cancellable(id: "a"))

    probe.begin(.cancel(id: "a"))
    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [1])
  }

  @Test func `a window stays open when the effect is cancelled that opened it`() {
    let task = probe.begin(
      .endless.throttle(id: "t", for: .seconds(1), clock: probe.clock, latest: true).cancellable(id: "a")
    )
    probe.cancel(task)
    probe.begin(.cancel(id: "a"))

    begin(2, latest: true)
    let withinTheWindow = probe.actions
    probe.clock.advance(by: .seconds(1))

    #expect(withinTheWindow == [])
    #expect(probe.actions == [2])
  }

  @Test func `a concatenation goes on when a throttled step has begun and ended, or another took its place`() {
    let first = Effect<Int>.send(1).throttle(id: "t", for: .seconds(1), clock: probe.clock, latest: true)
    let second = Effect<Int>.send(2).throttle(id: "t", for: .seconds(1), clock: probe.clock, latest: true)
    let third = Effect<Int>.send(3).throttle(id: "t", for: .seconds(1), clock: probe.clock, latest: true)

    probe.begin(.concatenate(first, .send(10)))
    probe.begin(.concatenate(second, .send(20)))
    probe.begin(.concatenate(third, .send(30)))
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
