import ComposableCore
import ComposableTesting
import Testing

@Suite struct TestStoreTaskTests {
  private let feature = Tally()

  @Test func `a send that starts nothing is finished`() {
    let store = tally()

    let task = store.send(.up) { $0.count = 1 }

    #expect(!task.isLive)
    task.finish()
  }

  @Test func `a send lives as long as an effect that goes back to it`() {
    let store = tally()

    let task = store.send(.after(.seconds(1), [.after(.seconds(1), [])]))
    #expect(task.isLive)
    store.clock.advance(by: .seconds(1))
    store.receive(.after(.seconds(1), []))
    #expect(task.isLive)
    store.clock.advance(by: .seconds(1))

    #expect(!task.isLive)
    task.finish()
  }

  @Test func `cancelling a send ends what it started, and nothing else`() {
    let store = tally()

    let kept = store.send(.holdStarted)
    let cancelled = store.send(.after(.seconds(1), [.up]))
    cancelled.cancel()
    store.clock.advance(by: .seconds(1))

    #expect(!cancelled.isLive)
    #expect(kept.isLive)
    kept.cancel()
    store.finish()
  }

  @Test func `a send that is expected to be finished and is not is a failure that names its effects`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.holdStarted)
      let task = store.send(.respond([.holdStarted]))
      store.receive(.holdStarted)
      task.finish()
      store.skipInFlightEffects()
    }

    #expect(issues == ["+5: \(unfinished("", "an effect of '.holdStarted'"))"])
  }

  @Test func `a send is waited for while another thread has its work`() async {
    let store = tally(feature)

    let task = store.send(.mailAwaited)
    let thread = ThreadExecutor()
    thread.post { [mailbox = feature.mailbox] in mailbox.deliver(3) }
    await task.finish(timeout: .seconds(60))

    #expect(!task.isLive)
    store.receive(.counted(3)) { $0.count = 3 }
  }

  @Test func `a send that is not finished in time is a failure that names the time-out`() async {
    let issues = await issuesByLine {
      let store = tally(feature)
      let task = store.send(.mailAwaited)
      await task.finish(timeout: .milliseconds(1))
      store.skipInFlightEffects()
    }

    #expect(issues == ["+3: \(unfinished(" within 0.001 seconds", "an effect of '.mailAwaited'"))"])
  }

  private func unfinished(_ time: String, _ effect: String) -> String {
    """
    Expected the send to be finished\(time), but there is still in flight:

      • \(effect)

    If it waits for the clock, advance it. If it ends only when it is cancelled, call "cancel" first.
    """
  }
}
