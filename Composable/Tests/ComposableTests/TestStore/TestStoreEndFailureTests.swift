import ComposableCore
import ComposableTesting
import Testing

@Suite struct TestStoreEndFailureTests {
  let advice = "Assert each with \"receive\", or pass over them with \"skipReceivedActions\"."

  @Test func `sending before every action was received is a failure that lists them without their payloads`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.up, .counted(7), .child(.typed("a"))]))
      store.send(.counted(1)) { $0 = Tally.State(count: 1, note: "a") }
    }

    #expect(
      issues == [
        """
        +3: Before sending '.counted', the test must receive 3 actions that came in response.

          • .up
          • .counted
          • .child(.typed)

        \(advice)
        """
      ]
    )
  }

  @Test func `finishing before every action was received is a failure`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.up]))
      store.finish()
      #expect(store.state.count == 1)
    }

    #expect(
      issues == ["+3: Before the end, the test must receive 1 action that came in response.\n\n  • .up\n\n\(advice)"]
    )
  }

  @Test func `a test store that goes before every action was received is a failure where it was made`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.up, .rest]))
    }

    #expect(
      issues == [
        "+1: Before the end, the test must receive 2 actions that came in response.\n\n  • .up\n  • .rest\n\n\(advice)"
      ]
    )
  }

  @Test func `an action that came only because of the clock is missed at the end, too`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.after(.seconds(1), [.up]))
      store.clock.advance(by: .seconds(1))
    }

    #expect(
      issues == ["+1: Before the end, the test must receive 1 action that came in response.\n\n  • .up\n\n\(advice)"]
    )
  }

  @Test func `an effect in flight when the test store goes is a failure at the line of the send`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.rest)
      store.send(.holdStarted)
      store.send(.rest)
    }

    #expect(issues == ["+3: \(inFlight("when the test store went", "an effect of '.holdStarted'"))"])
  }

  @Test func `an effect of a response is named by the response, at the line of the send that it goes back to`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.respond([.holdStarted]))
      store.receive(.holdStarted)
    }

    #expect(issues == ["+2: \(inFlight("when the test store went", "an effect of '.holdStarted'"))"])
  }

  @Test func `each effect in flight is a failure of its own, a concatenation one`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.holdStarted)
      store.send(.inTurn([.after(.seconds(1), []), .holdStarted]))
      store.finish()
      store.finish()
    }

    #expect(
      issues == [
        "+2: \(inFlight("at the end of the test", "an effect of '.holdStarted'"))",
        "+3: \(inFlight("at the end of the test", "an effect of '.inTurn'"))",
      ]
    )
  }

  @Test func `several effects of one action are one failure`() {
    let issues = issuesByLine {
      let store = TestStore<Int, Int>(initialState: 0) {
        Reduce { _, action in
          let hold = Effect<Int>.hold(acquire: {}, release: { _ in })
          return action == 1 ? .merge(hold, hold) : hold
        }
      }
      store.send(1)
      store.send(2)
      store.finish()
    }

    #expect(
      issues == [
        "+7: \(inFlight("at the end of the test", "2 effects of 'Int'"))",
        "+8: \(inFlight("at the end of the test", "an effect of 'Int'"))",
      ]
    )
  }

  @Test func `an effect that was derived from the state is reported as such`() {
    let issues = issuesByLine {
      let store = TestStore<Int, Int>(initialState: 0) {
        Reduce { state, action in
          state = action
          return .none
        }
        .onChange(of: \.self) { former, _ in former == nil ? .none : .hold(acquire: {}, release: { _ in }) }
      }
      store.send(1) { $0 = 1 }
    }

    #expect(issues == ["+8: \(inFlight("when the test store went", "an effect that was derived from the state"))"])
  }

  @Test func `a window of time that is open is no effect in flight, unless something waits for its end`() {
    let issues = issuesByLine {
      let store = TestStore<Int, Int>(initialState: 0) {
        Reduce { _, action in
          let clock = DependencyValues.current.clock
          return action > 0 ? .send(-action).throttle(id: "", for: .seconds(1), clock: clock, latest: true) : .none
        }
      }
      store.send(1)
      store.receive(-1)
      store.finish()
      store.send(2)
      store.finish()
      store.clock.advance(by: .seconds(1))
      store.receive(-2)
      store.finish()
    }

    #expect(issues == ["+10: \(inFlight("at the end of the test", "an effect of 'Int'"))"])
  }

  @Test func `an effect that ended is no failure`() {
    let store = tally()

    store.send(.after(.seconds(1), []))
    store.send(.holdStarted)
    store.send(.holdEnded)
    store.clock.advance(by: .seconds(1))
    store.finish()
  }

  private func inFlight(_ moment: String, _ effect: String) -> String {
    """
    Still in flight \(moment): \(effect).

    Let it end: receive what it sends, advance the clock, or cancel it as its feature does. If it may outlive the test, call "skipInFlightEffects".
    """
  }
}
