import ComposableCore
import ComposableTesting
import Testing

@Suite struct ReceiveWithTimeoutTests {
  private let feature = Tally()
  private let thread = ThreadExecutor()

  /// Delivers letters from a thread that runs no task.
  private func deliver(_ letters: ClosedRange<Int>) {
    thread.post { [mailbox = feature.mailbox] in for letter in letters { mailbox.deliver(letter) } }
  }

  @Test func `an action that another thread brings about is waited for`() async {
    let store = tally(feature)

    for _ in 1...4 { store.send(.mailAwaited) }
    deliver(1...4)

    await store.receive(.counted(1), timeout: .seconds(60)) { $0.count = 1 }
    await store.receive(.counted, timeout: .seconds(60)) { $0.count = 2 }
    await store.receive(.counted, 3, timeout: .seconds(60)) { $0.count = 3 }
    await store.receive(where: { $0 == .counted(4) }, timeout: .seconds(60)) { $0.count = 4 }
  }

  @Test func `an action that is there already needs no time`() async {
    let store = tally(feature)

    store.send(.respond([.up]))

    await store.receive(.up, timeout: .zero) { $0.count = 1 }
  }

  @Test func `in an exhaustive test another action ends the wait, as a failure`() async {
    let issues = await issuesByLine {
      let store = tally(feature)
      store.send(.mailAwaited)
      deliver(1...1)
      await store.receive(.counted(2), timeout: .seconds(60)) { $0.count = 2 }
    }

    #expect(
      issues == [
        """
        +4: Expected to receive this action, but another came first (expected: −, received: +):

        − .counted(2)
        + .counted(1)
        """
      ]
    )
  }

  @Test func `in another test a match is waited for behind actions that do not match, each match by a call`() async {
    let store = tally(feature)
    store.exhaustivity = .off

    for _ in 1...4 { store.send(.mailAwaited) }
    deliver(1...4)
    await store.receive(.counted(2), timeout: .seconds(60)) { $0.count = 2 }
    await store.receive(.counted, timeout: .seconds(60)) { $0.count = 3 }
    await store.receive(.counted, timeout: .seconds(60)) { $0.count = 4 }
  }

  @Test func `where nothing comes in time, the failure names the time-out`() async {
    let issues = await issuesByLine {
      let store = tally(feature)
      store.send(.mailAwaited)
      await store.receive(.counted(1), timeout: .milliseconds(1))
      store.skipInFlightEffects()
    }

    #expect(
      issues == [
        """
        +3: Expected to receive this action, but nothing came in response within 0.001 seconds.

        − .counted(1)

        Still in flight:

          • an effect of '.mailAwaited'

        If it waits for the clock, advance it. If it waits for work outside of the store's executor, give "receive" a longer "timeout".
        """
      ]
    )
  }

  @Test func `where nothing that comes in time matches, the failure names the time-out and what came`() async {
    let issues = await issuesByLine {
      let store = tally(feature)
      store.exhaustivity = .off
      store.send(.mailAwaited)
      store.send(.respond([.rest, .up]))
      await store.receive(.counted, 1, timeout: .milliseconds(1))
    }

    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        """
        +5: Expected to receive this action, but only others came in response within 0.001 seconds.

        − .counted(1)

          • .rest
          • .up

        Still in flight:
        """
      ) == true
    )
  }

  @Test func `where no effect lives that could send it, nothing is waited for`() async {
    let issues = await issuesByLine {
      let store = tally(feature)
      await store.receive(.up, timeout: .seconds(3600))
    }

    #expect(issues.count == 1)
  }

  @Test func `the end of the test that waits ends the wait`() async {
    let test = Task {
      await withIssues {
        let store = tally(feature)
        store.send(.mailAwaited)
        await store.receive(.up, timeout: .seconds(3600))
        store.skipInFlightEffects()
      }
    }
    test.cancel()

    #expect(await test.value.count == 1)
  }

  @Test func `an end with a time-out waits for the effects`() async {
    let store = tally(feature)

    store.send(.mailAwaited)
    store.exhaustivity = .off
    deliver(5...5)
    await store.finish(timeout: .seconds(60))

    #expect(store.state.count == 5)
  }

  @Test func `an end that does not come in time is a failure at the line of the send`() async {
    let issues = await issuesByLine {
      let store = tally(feature)
      store.send(.mailAwaited)
      await store.finish(timeout: .milliseconds(1))
    }

    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix("+2: Still in flight after 0.001 seconds: an effect of '.mailAwaited'.\n\nLet it end")
        == true
    )
  }
}
