import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

@Suite struct SkippedAssertionTests {
  private let collected = CollectedIssues()

  @Test func `an unasserted change is noted, and only the rest of it`() {
    omissions { store in
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

  @Test func `an omission of a closure is noted`() {
    omissions { store in store.send(.countedAndNoted(1)) { $0.note = "1" } }

    #expect(
      said == [
        """
        +0: Skipped after sending '.countedAndNoted': a change of state (asserted: −, actual: +).

          Tally.State(
        −   count: 0,
        +   count: 1,
            note: "1"
          )
        """
      ]
    )
  }

  @Test func `a needless closure is noted, and is no failure`() {
    omissions { store in
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

  @Test func `a full assertion is not noted`() {
    omissions { store in
      store.send(.up) { $0.count = 1 }
      store.send(.respond([.up]))
      store.receive(.up) { $0.count = 2 }
      store.finish()
    }

    #expect(said.isEmpty)
  }

  @Test func `actions that a send drops are noted`() {
    omissions { store in
      store.send(.respond([.up, .counted(2)]))
      store.send(.rest)
    }

    #expect(
      said == ["+2: Skipped before sending '.rest': 2 actions that came in response.\n\n  • .up\n  • .counted"]
    )
  }

  @Test func `actions that a receive skips are noted`() {
    omissions { store in
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

  @Test func `actions and effects that are left at the end are noted`() {
    omissions { store in
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

  @Test func `nothing is noted by default`() {
    omissions(.off) { store in
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
      omissions(exhaustivity) { store in
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
    store.omissionReporter = collected.reporter

    store.send(true) { $0 = DependencyValues.current.identifiers() }

    #expect(
      collected.issues.map(\.message) == [
        "Skipped after sending 'Bool': a change of state (asserted: −, actual: +).\n\n− 2\n+ 1"
      ]
    )
  }

  private var said: [String] { collected.issues.map { $0.relative(to: opened.line) } }

  private let opened = Opened()

  private func omissions(
    _ exhaustivity: Exhaustivity = .off(showSkippedAssertions: true),
    line: Int = #line,
    _ operation: (TallyStore) -> Void
  ) {
    let store = tally()
    store.exhaustivity = exhaustivity
    store.omissionReporter = collected.reporter
    opened.line = line
    operation(store)
  }
}

/// The line where the omissions of a test begin.
private final class Opened {
  var line = 0
}
