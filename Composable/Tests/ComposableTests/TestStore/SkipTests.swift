import ComposableCore
import ComposableTesting
import Testing

@Suite struct SkipTests {
  @Test(arguments: [true, false]) func `received actions are passed over, and the state goes over them`(strict: Bool) {
    let store = tally()

    store.send(.respond([.up, .up]))
    store.skipReceivedActions(strict: strict)

    #expect(store.state.count == 2)
    store.finish()
  }

  @Test(arguments: [true, false]) func `effects in flight may outlive the test once they are skipped`(strict: Bool) {
    let store = tally()

    store.send(.holdStarted)
    store.skipInFlightEffects(strict: strict)

    store.finish()
  }

  @Test(arguments: [Exhaustivity.on, .off, .off(showSkippedAssertions: true)])
  func `a strict skip of nothing is a failure in every mode, and another is not`(_ exhaustivity: Exhaustivity) {
    let issues = issuesByLine {
      let store = tally()
      store.exhaustivity = exhaustivity
      store.omissionReporter = IssueReporter { _ in }
      store.skipReceivedActions()
      store.skipReceivedActions(strict: false)
      store.skipInFlightEffects()
      store.skipInFlightEffects(strict: false)
      store.send(.holdStarted)
      store.skipInFlightEffects()
      store.skipInFlightEffects()
    }

    let noAction = "There is no action that waits to be received.\n\nLeave \"skipReceivedActions\" out"
    let noEffect = "There is no effect in flight.\n\nLeave \"skipInFlightEffects\" out"
    let hint = ", or call it with \"strict: false\"."
    #expect(issues == ["+4: \(noAction)\(hint)", "+6: \(noEffect)\(hint)", "+10: \(noEffect)\(hint)"])
  }

  @Test func `an effect that was skipped goes on, and what it sends is received`() {
    let store = tally()

    store.send(.after(.seconds(1), [.up]))
    store.skipInFlightEffects()
    store.clock.advance(by: .seconds(1))

    store.receive(.up) { $0.count = 1 }
  }

  @Test func `an effect that began after the skip is a failure at the end`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.holdStarted)
      store.skipInFlightEffects()
      store.send(.holdStarted)
    }

    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("+4: Still in flight when the test store went") == true)
  }

  @Test func `skipped actions are noted where that is asked for`() {
    let collected = CollectedIssues()
    let store = tally()
    store.exhaustivity = .off(showSkippedAssertions: true)
    store.omissionReporter = collected.reporter

    store.send(.respond([.holdStarted, .holdStarted]))
    store.skipReceivedActions()
    store.skipInFlightEffects()

    let effects = "  • an effect of '.holdStarted'\n  • an effect of '.holdStarted'"
    #expect(
      collected.issues.map(\.message) == [
        "Skipped before going on: 2 actions that came in response.\n\n  • .holdStarted\n  • .holdStarted",
        "Skipped: 2 effects in flight.\n\n\(effects)",
      ]
    )
  }
}
