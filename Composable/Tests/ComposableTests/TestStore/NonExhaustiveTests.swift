import ComposableCore
import ComposableTesting
import Testing

@Suite struct NonExhaustiveTests {
  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func `actions without a receive and live effects are no failure`(_ exhaustivity: Exhaustivity) {
    let store = lenient(exhaustivity)

    store.send(.holdStarted)
    store.send(.respond([.up, .up]))
    store.finish()
    store.send(.respond([.up]))

    #expect(store.state.count == 2)
  }

  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func `a part of the state can be asserted`(_ exhaustivity: Exhaustivity) {
    let store = lenient(exhaustivity)

    store.send(.countedAndNoted(7)) { $0.count = 7 }
    store.send(.countedAndNoted(8)) { $0.note = "8" }
    store.send(.countedAndNoted(9))
  }

  @Test(arguments: [Exhaustivity.off, .off(showSkippedAssertions: true)])
  func `a wrong value is a failure with the difference all the same`(_ exhaustivity: Exhaustivity) {
    let issues = issuesByLine {
      let store = lenient(exhaustivity)
      store.send(.countedAndNoted(7)) { $0.count = 6 }
      store.send(.respond([.countedAndNoted(1)]))
      store.receive(.countedAndNoted(1)) { $0.note = "0" }
    }

    let title = "Expected another state after"
    let sent = "  Tally.State(\n−   count: 6,\n+   count: 7,\n    note: \"7\"\n  )"
    let received = "  Tally.State(\n    count: 1,\n−   note: \"0\"\n+   note: \"1\"\n  )"
    #expect(
      issues == [
        "+2: \(title) sending '.countedAndNoted' (expected: −, actual: +):\n\n\(sent)",
        "+4: \(title) receiving '.countedAndNoted' (expected: −, actual: +):\n\n\(received)",
      ]
    )
  }

  @Test func `of many sends only the last needs an assertion`() {
    let store = lenient()

    store.send(.up)
    store.send(.up)
    store.send(.up) { $0.count = 3 }
  }

  @Test func `a send drops what was not received and goes on from the state that it led to`() {
    let store = lenient()

    store.send(.respond([.up, .noted("a")]))
    #expect(store.state == Tally.State())
    store.send(.up) {
      #expect(store.state == Tally.State(count: 1, note: "a"))
      $0.count = 2
    }

    #expect(store.state == Tally.State(count: 2, note: "a"))
  }

  @Test func `receiving passes over the actions before, and the state goes over them`() {
    let store = lenient()

    store.send(.respond([.up, .up, .counted(9), .noted("a"), .up]))
    store.receive(.counted(9)) {
      #expect(store.state.count == 2)
      $0.count = 9
    }
    #expect(store.state == Tally.State(count: 9))
    store.receive(.up) { $0 = Tally.State(count: 10, note: "a") }
  }

  @Test func `a case path passes over actions of other cases, a predicate over those that do not fit`() {
    let store = lenient()

    store.send(.respond([.up, .child(.tapped), .child(.typed("a")), .rest, .counted(4), .counted(5)]))
    store.receive(.child.typed) { $0.note = "a" }
    store.receive(where: { $0 == .counted(4) }, assert: { $0.count = 4 })
    store.receive(.counted, 5) { $0.count = 5 }
  }

  @Test func `a case that did not come is a failure that lists what came, and leaves it to be received`() {
    let issues = issuesByLine {
      let store = lenient()
      store.send(.respond([.up, .rest]))
      store.receive(.child.tapped)
      #expect(store.state.count == 0)
      store.receive(.rest)
      #expect(store.state.count == 1)
    }

    #expect(
      issues == [
        """
        +3: Expected to receive this action, but only others came in response.

        − .child(.tapped)

          • .up
          • .rest

        No effect is in flight that could send it. Was it cancelled, or is the state gone that it belonged to?
        """
      ]
    )
  }

  @Test func `an action that was passed over or received already is not received again`() {
    let issues = issuesByLine {
      let store = lenient()
      store.send(.respond([.up, .rest]))
      store.receive(.rest)
      store.receive(.rest)
      store.receive(.up)
    }

    let hint = "No effect is in flight that could send it. Was it cancelled, or is the state gone that it belonged to?"
    #expect(
      issues == [
        "+4: Expected to receive this action, but nothing came in response.\n\n− .rest\n\n\(hint)",
        "+5: Expected to receive this action, but nothing came in response.\n\n− .up\n\n\(hint)",
      ]
    )
  }

  @Test func `the state can be asserted by itself, and another is a failure with the difference`() {
    let issues = issuesByLine {
      let store = lenient()
      store.send(.respond([.up]))
      store.receive(.up)
      store.assert { $0.count = 1 }
      store.assert { _ in }
      store.assert { $0.count = 0 }
    }

    #expect(
      issues == [
        """
        +6: Expected another state (expected: −, actual: +):

          Tally.State(
        −   count: 0,
        +   count: 1,
            note: ""
          )
        """
      ]
    )
  }

  @Test func `exhaustivity can be another for a while`() {
    let issues = issuesByLine {
      let store = tally()
      store.withExhaustivity(.off) { _ = store.send(.up) }
      store.send(.up)
      #expect(store.exhaustivity == .on)
    }

    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("+3: The state changed after sending '.up'") == true)
  }

  @Test func `exhaustivity is what it was when the operation throws`() {
    let store = tally()

    #expect(throws: CancellationError.self) { try store.withExhaustivity(.off) { throw CancellationError() } }
    #expect(store.exhaustivity == .on)
  }
}

private func lenient(_ exhaustivity: Exhaustivity = .off) -> TallyStore {
  let store = tally()
  store.exhaustivity = exhaustivity
  store.omissionReporter = IssueReporter { _ in }
  return store
}
