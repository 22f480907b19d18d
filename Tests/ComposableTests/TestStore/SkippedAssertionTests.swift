import Composable
import ComposableTesting
import Testing

@Suite struct SkippedAssertionTests {
  private let collected = CollectedIssues()

  @Test func `a change that is not asserted is said aside, and only what is left of it`() {
    asides { store in
      store.send(.up)
      store.send(.respond([.up, .noted("a")]))
      store.receive(.noted("a")) { $0.note = "a" }
    }

    #expect(
      said == [
        """
        +1: Skipped after sending '.up': a change of state (asserted: −, actual: +).

          Tally.State(
        −   count: 0,
        +   count: 1,
            note: ""
          )
        """,
        """
        +3: Skipped before receiving '.noted': 1 action that came in response.

          • .up
        """,
      ]
    )
  }

  @Test func `what a closure leaves out is said aside`() {
    let store = TestStore<Tally.State, Bool>(initialState: Tally.State()) {
      Reduce { state, _ in
        state = Tally.State(count: 1, note: "a")
        return .none
      }
    }
    store.exhaustivity = .off(showSkippedAssertions: true)
    store.asides = collected.reporter

    store.send(true) { $0.note = "a" }

    #expect(
      collected.issues.map(\.message) == [
        """
        Skipped after sending 'Bool': a change of state (asserted: −, actual: +).

          Tally.State(
        −   count: 0,
        +   count: 1,
            note: "a"
          )
        """
      ]
    )
  }

  @Test func `a closure that is not needed is said aside, and is no failure`() {
    asides { store in
      store.send(.rest) { $0.count = 0 }
      store.send(.respond([.rest])) { _ in }
      store.receive(.rest) { $0.count = 0 }
    }

    #expect(
      said == [
        "+1: Not needed: the closure after sending '.rest', for the state did not change.",
        "+2: Not needed: the closure after sending '.respond', for the state did not change.",
        "+3: Not needed: the closure after receiving '.rest', for the state did not change.",
      ]
    )
  }

  @Test func `what is asserted in full is not spoken of`() {
    asides { store in
      store.send(.up) { $0.count = 1 }
      store.send(.respond([.up]))
      store.receive(.up) { $0.count = 2 }
      store.finish()
    }

    #expect(said.isEmpty)
  }

  @Test func `actions that a send drops are said aside`() {
    asides { store in
      store.send(.respond([.up, .counted(2)]))
      store.send(.rest)
    }

    #expect(
      said == ["+2: Skipped before sending '.rest': 2 actions that came in response.\n\n  • .up\n  • .counted"]
    )
  }

  @Test func `actions that a receive passes over are said aside`() {
    asides { store in
      store.send(.respond([.rest, .up, .rest]))
      store.receive(where: { $0 == .up }, assert: { $0.count = 1 })
      store.skipReceivedActions()
    }

    #expect(
      said == [
        "+2: Skipped before receiving '.up': 1 action that came in response.\n\n  • .rest",
        "+3: Skipped before going on: 1 action that came in response.\n\n  • .rest",
      ]
    )
  }

  @Test func `what is left at the end is said aside`() {
    asides { store in
      store.send(.holdStarted)
      store.send(.respond([.rest]))
      store.finish()
    }

    #expect(
      said == [
        "+3: Skipped before the end: 1 action that came in response.\n\n  • .rest",
        "+1: Skipped: an effect of '.holdStarted', still in flight at the end of the test.",
      ]
    )
  }

  @Test func `nothing is said aside where it is not asked for`() {
    asides(.off) { store in
      store.send(.holdStarted)
      store.send(.respond([.up]))
      store.send(.rest) { _ in }
      store.finish()
    }

    #expect(said.isEmpty)
  }

  @Test func `a closure with an effect has it once, and twice only where skipped assertions are shown`() {
    var runs: [Int] = []

    for exhaustivity in [Exhaustivity.on, .off, .off(showSkippedAssertions: true)] {
      var count = 0
      asides(exhaustivity) { store in
        store.send(.up) {
          count += 1
          $0.count = 1
        }
      }
      runs.append(count)
    }

    #expect(runs == [1, 1, 2])
  }

  @Test func `a closure that asks for an identifier is judged by its first run`() {
    let store = TestStore<Int, Bool>(initialState: 0) {
      Reduce { state, _ in
        state = 1
        return .none
      }
    }
    store.exhaustivity = .off(showSkippedAssertions: true)
    store.asides = collected.reporter

    store.send(true) { $0 = DependencyValues.current.identifiers() }

    #expect(
      collected.issues.map(\.message) == [
        "Skipped after sending 'Bool': a change of state (asserted: −, actual: +).\n\n− 2\n+ 1"
      ]
    )
  }

  private var said: [String] { collected.issues.map { $0.relative(to: opened.line) } }

  private let opened = Opened()

  private func asides(
    _ exhaustivity: Exhaustivity = .off(showSkippedAssertions: true),
    line: Int = #line,
    _ operation: (TallyStore) -> Void
  ) {
    let store = tally()
    store.exhaustivity = exhaustivity
    store.asides = collected.reporter
    opened.line = line
    operation(store)
  }
}

/// The line where the asides of a test begin.
private final class Opened {
  var line = 0
}
