import ComposableCore
import ComposableTesting
import Testing

@Suite struct TestStoreReceiveFailureTests {
  @Test func `receiving nothing with no effect in flight is a failure`() {
    let issues = issuesByLine {
      let store = tally()
      store.receive(.counted(1))
      store.receive(.counted)
      store.receive(where: { $0 == .up })
      store.receive(.child.tapped)
      store.receive(.child.typed, "a")
    }

    let hint = "No effect is in flight that could send it. Was it cancelled, or is the state gone that it belonged to?"
    let actions = [".counted(1)", ".child(.tapped)", ".child(.typed(\"a\"))"]
      .map { "Expected to receive this action, but nothing came in response.\n\n− \($0)\n\n\(hint)" }
    #expect(
      issues == [
        "+2: \(actions[0])",
        "+3: Expected to receive an action with a payload of type 'Int', but nothing came in response.\n\n\(hint)",
        "+4: Expected to receive an action that fits the predicate, but nothing came in response.\n\n\(hint)",
        "+5: \(actions[1])",
        "+6: \(actions[2])",
      ]
    )
  }

  @Test func `receiving nothing while effects are in flight is a failure that names them`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.after(.seconds(1), [.up]))
      store.send(.holdStarted)
      store.receive(.up)
      store.skipInFlightEffects()
    }

    #expect(
      issues == [
        """
        +4: Expected to receive this action, but nothing came in response.

        − .up

        Still in flight:

          • an effect of '.after(_:, _:)'
          • an effect of '.holdStarted'

        If it waits for the clock, advance it. If it waits for work outside of the store's executor, give "receive" a "timeout".
        """
      ]
    )
  }

  @Test func `receiving another action is a failure with the difference`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.counted(2), .child(.typed("a"))]))
      store.receive(.counted(1)) { $0.count = 1 }
      store.receive(.child.typed, "b") { $0.note = "b" }
    }

    #expect(
      issues == [
        """
        +3: Expected to receive this action, but another came first (expected: −, received: +):

        − .counted(1)
        + .counted(2)
        """,
        """
        +4: Expected to receive this action, but another came first (expected: −, received: +):

        − .child(.typed("b"))
        + .child(.typed("a"))
        """,
      ]
    )
  }

  @Test func `an action behind others is reported as coming later`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.rest, .up, .counted(3)]))
      store.receive(.counted, 3)
      store.receive(.up) { $0.count = 1 }
      store.receive(.counted, 3) { $0.count = 3 }
    }

    #expect(
      issues == [
        """
        +3: Expected to receive this action, but another came first (expected: −, received: +):

        − .counted(3)
        + .rest

        What is expected comes later, behind 2 other actions: receive what is before it first.
        """
      ]
    )
  }

  @Test func `receiving another case or what does not fit is a failure that shows the action`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.child(.typed("a")), .counted(1), .rest]))
      store.receive(.counted)
      store.receive(where: { $0 == .up })
      store.receive(.child.tapped)
    }

    #expect(
      issues == [
        """
        +3: Expected to receive an action with a payload of type 'Int', but another came first (expected: −, received: +):

        + .child(.typed("a"))

        What is expected comes later, behind 1 other action: receive what is before it first.
        """,
        """
        +4: Expected to receive an action that fits the predicate, but another came first (expected: −, received: +):

        + .counted(1)
        """,
        """
        +5: Expected to receive this action, but another came first (expected: −, received: +):

        − .child(.tapped)
        + .rest
        """,
      ]
    )
  }

  @Test func `an unexpected action is taken, with the state that it led to`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.up, .up]))
      store.receive(.rest)
      #expect(store.state.count == 1)
      store.receive(.up) { $0.count = 2 }
    }

    #expect(issues.count == 1)
  }

  @Test func `two equal actions need to be received twice`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.rest, .rest]))
      store.receive(.rest)
      store.finish()
    }

    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix("+4: Before the end, the test must receive 1 action that came in response.") == true
    )
  }
}
