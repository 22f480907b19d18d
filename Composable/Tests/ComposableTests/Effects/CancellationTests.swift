@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct CancellationTests {
  let probe = EffectProbe<Int>()

  @Test func `a cancel by name stops further actions`() {
    let (actions, continuation) = AsyncStream.makeStream(of: Int.self)
    probe.begin(.run { send in for await action in actions { await send(action) } }.cancellable(id: "a"))
    continuation.yield(1)
    let before = probe.actions

    probe.begin(.cancel(id: "a"))
    let end = continuation.yield(2)

    #expect(before == [1])
    #expect(probe.actions == [1])
    guard case .terminated = end else {
      Issue.record("the effect went on to listen")
      return
    }
  }

  @Test func `with cancelInFlight the second effect stops the first`() {
    for action in 1...3 {
      probe.begin(.after(1, action).cancellable(id: "a", cancelInFlight: true))
      probe.clock.advance(by: .milliseconds(500))
    }

    probe.clock.advance(by: .seconds(2))

    #expect(probe.actions == [3])
    #expect(probe.traces == .none)
  }

  @Test func `cancelInFlight counts when the effect begins, not when it is made`() {
    let second = DependencyValues.$current.withValue(probe.dependencies) {
      Effect<Int>.after(1, 2).cancellable(id: "a", cancelInFlight: true)
    }
    probe.begin(.after(1, 1).cancellable(id: "a"))
    probe.clock.advance(by: .seconds(1))

    probe.begin(second)
    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [1, 2])
  }

  @Test func `an effect that is cancelled while it sleeps sends nothing`() {
    probe.begin(.after(1, 1).cancellable(id: "a"))
    probe.clock.advance(by: .milliseconds(999))

    probe.begin(.cancel(id: "a"))
    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [])
    #expect(probe.clock.sleepers == 0)
  }

  @Test func `a name given twice is one name`() {
    probe.begin(.after(1, 1).cancellable(id: "a").cancellable(id: "a"))
    let traces = probe.traces

    probe.begin(.cancel(id: "a"))
    probe.clock.advance(by: .seconds(1))

    #expect(traces == Traces(effects: 1, sends: 1, names: 1))
    #expect(probe.actions == [])
  }

  @Test func `an effect with cancelInFlight given twice does not cancel itself`() {
    probe.begin(.after(1, 1).cancellable(id: "a", cancelInFlight: true).cancellable(id: "a", cancelInFlight: true))

    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [1])
  }

  @Test func `a step with cancelInFlight does not cancel the concatenation of its name`() {
    let step = DependencyValues.$current.withValue(probe.dependencies) {
      Effect<Int>.after(1, 2).cancellable(id: "a", cancelInFlight: true)
    }

    probe.begin(.concatenate(.send(1), step, .send(3)).cancellable(id: "a"))
    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [1, 2, 3])
  }

  @Test func `a cancel of an unused name is harmless`() {
    probe.begin(.merge(.cancel(id: "a"), .send(1)))

    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }

  @Test func `two effects of one name both go on until they are cancelled, and end together`() {
    let journal = Journal()
    probe.begin(.after(1, 1).cancellable(id: "a"))
    probe.begin(.after(2, 2).cancellable(id: "a"))
    probe.begin(.holding("first", journal).cancellable(id: "b"))
    probe.begin(.holding("second", journal).cancellable(id: "b"))
    probe.clock.advance(by: .seconds(2))

    probe.begin(.cancel(id: "b"))

    #expect(probe.actions == [1, 2])
    #expect(journal.entries == ["+first", "+second", "-first", "-second"])
  }

  @Test func `an effect that is cancelled in the turn of its start begins cancelled, and sends nothing`() {
    let journal = Journal()
    let work: Effect<Int> = .run { send in
      journal.note(Task.isCancelled ? "cancelled" : "at work")
      await send(1)
    }
    for _ in 1...100 { probe.begin(.merge(work.cancellable(id: "a"), .cancel(id: "a"))) }

    #expect(probe.traces == .none)
    #expect(journal.entries == Array(repeating: "cancelled", count: 100))
    #expect(probe.actions == [])
  }

  @Test func `a send that is cancelled right after its start sends nothing when time goes on`() {
    let task = probe.executor.perform {
      let effect = DependencyValues.$current.withValue(probe.dependencies) { Effect<Int>.after(1, 1) }
      let task = probe.core.send(.begin(effect))
      task.cancelNow()
      return task
    }

    probe.clock.advance(by: .seconds(2))

    #expect(probe.actions == [])
    #expect(probe.executor.perform { !task.isLiveNow })
  }

  @Test func `effects of different names in one another all send`() {
    probe.begin(
      .merge(
        .merge(.send(1), .after(1, 2)).cancellable(id: 1),
        .merge(.after(1, 3), .after(2, 4).cancellable(id: 2)).cancellable(id: 1)
      )
      .cancellable(id: 2)
    )

    probe.clock.advance(by: .seconds(2))

    #expect(probe.actions == [1, 2, 3, 4])
    #expect(probe.traces == .none)
  }

  @Test func `an outer name ends what lives under an inner one`() {
    probe.begin(.merge(.after(1, 1).cancellable(id: "inner"), .after(1, 2)).cancellable(id: "outer"))

    probe.begin(.cancel(id: "outer"))
    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [])
    #expect(probe.traces == .none)
  }

  @Test func `a cancelled step of a concatenation lets the next one begin`() {
    probe.begin(.concatenate(.endless.cancellable(id: "a"), .send(1)))

    probe.begin(.cancel(id: "a"))

    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }

  @Test func `a cancelled concatenation begins no further step`() {
    probe.begin(.concatenate(.endless, .send(1)).cancellable(id: "a"))

    probe.begin(.cancel(id: "a"))

    #expect(probe.actions == [])
    #expect(probe.traces == .none)
  }

  @Test func `a step that cancels its own concatenation begins nothing after the cancel`() {
    probe.begin(.concatenate(.send(1), .merge(.cancel(id: "a"), .send(2)), .send(3)).cancellable(id: "a"))

    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }

  @Test func `a name leaves the registry when its effect completes or is cancelled, and a later cancel is harmless`() {
    probe.begin(.after(1, 1).cancellable(id: "completed"))
    probe.begin(.after(2, 2).cancellable(id: "cancelled"))
    let whileLiving = probe.traces

    probe.clock.advance(by: .seconds(1))
    let afterCompletion = probe.traces
    for id in ["completed", "cancelled", "cancelled"] { probe.begin(.cancel(id: id)) }

    #expect(whileLiving == Traces(effects: 2, sends: 2, names: 2))
    #expect(afterCompletion == Traces(effects: 1, sends: 1, names: 1))
    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }
}
