import ComposableCore
import ComposableTesting
import Testing

@Suite struct TestStoreStateFailureTests {
  @Test func `a change that is not asserted is a failure with the difference`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.up)
      store.send(.respond([.noted("a")]))
      store.receive(.noted("a"))
    }

    #expect(
      issues == [
        """
        +2: The state changed after sending '.up', but no change was asserted (expected: −, actual: +):

          Tally.State(
        −   count: 0,
        +   count: 1,
            note: ""
          )

        Assert the change in a trailing closure.
        """,
        """
        +4: The state changed after receiving '.noted', but no change was asserted (expected: −, actual: +):

          Tally.State(
            count: 1,
        −   note: ""
        +   note: "a"
          )

        Assert the change in a trailing closure.
        """,
      ]
    )
  }

  @Test func `a change other than the asserted one is a failure with the difference, and the test goes on from it`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.up) { $0.count = 5 }
      store.send(.up) { $0.count = 2 }
      store.send(.respond([.up]))
      store.receive(.up) { $0.count = -1 }
      #expect(store.state.count == 3)
    }

    #expect(
      issues == [
        """
        +2: Expected another state after sending '.up' (expected: −, actual: +):

          Tally.State(
        −   count: 5,
        +   count: 1,
            note: ""
          )
        """,
        """
        +5: Expected another state after receiving '.up' (expected: −, actual: +):

          Tally.State(
        −   count: -1,
        +   count: 3,
            note: ""
          )
        """,
      ]
    )
  }

  @Test func `a closure that changes nothing where nothing changed is a failure`() {
    let issues = issuesByLine {
      let store = tally()
      store.send(.rest) { _ in }
      store.send(.respond([.rest]))
      store.receive(.rest) { $0.count = 0 }
    }

    #expect(
      issues == [
        """
        +2: The state was expected to change after sending '.rest', but neither the action nor the closure changed it.

        Leave the closure out.
        """,
        """
        +4: The state was expected to change after receiving '.rest', but neither the action nor the closure changed it.

        Leave the closure out.
        """,
      ]
    )
  }

  @Test func `a closure that throws is a failure that names the error`() {
    struct Refusal: Error, CustomDebugStringConvertible {
      let reason: String
      var debugDescription: String { "a refusal, for \(reason)" }
    }

    let issues = issuesByLine {
      let store = tally()
      store.send(.up) { _ in throw Refusal(reason: "I am tired") }
      store.send(.up) { $0.count = 2 }
      store.withExhaustivity(.off) {
        store.send(.up) { _ in throw Refusal(reason: "it is late") }
        store.assert { _ in throw Refusal(reason: "there is none") }
      }
    }

    #expect(
      issues == [
        "+2: The closure that asserts the state after sending '.up' threw an error: a refusal, for I am tired",
        "+5: The closure that asserts the state after sending '.up' threw an error: a refusal, for it is late",
        "+6: The closure that asserts the state threw an error: a refusal, for there is none",
      ]
    )
  }

  @Test func `an error of a local type is named without the marks of its context`() {
    struct Refusal: Error {
      let reason = 3
    }

    let issues = issuesByLine { tally().send(.up) { _ in throw Refusal() } }

    #expect(
      issues == [
        "+0: The closure that asserts the state after sending '.up' threw an error: Refusal(\n  reason: 3\n)"
      ]
    )
  }

  @Test func `states that are unequal and look the same are reported as such`() {
    struct Odd: Equatable, Sendable {
      static func == (left: Odd, right: Odd) -> Bool { false }
    }

    let issues = issuesByLine {
      let store = TestStore<Odd, Bool>(initialState: Odd()) { EmptyReducer() }
      store.send(true) { _ in }
    }

    #expect(
      issues == [
        """
        +2: Expected another state after sending 'Bool' (expected: −, actual: +):

          // These differ, though they print alike:
        − Odd()
        + Odd()
        """
      ]
    )
  }
}
