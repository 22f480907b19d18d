@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct TaskCancellationTests {
  let journal = Journal()
  let probe = EffectProbe<Int>()

  /// An effect with named work, which reports how the work ended.
  private func work(cancelInFlight: Bool = false) -> Effect<Int> {
    .run { [journal] send in
      do {
        try await withTaskCancellation(id: "work", cancelInFlight: cancelInFlight) { try await forever(send) }
      } catch {
        journal.note("\(type(of: error)), \(Task.isCancelled ? "cancelled" : "not cancelled")")
      }
      await send(1)
    }
  }

  @Test func `a cancel of the work throws to the effect that waits for it, and leaves the registry clean`() {
    probe.begin(work())
    let traces = probe.traces

    probe.begin(.cancel(id: "work"))

    #expect(traces == Traces(effects: 2, sends: 1, names: 1))
    #expect(journal.entries == ["CancellationError, not cancelled"])
    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }

  @Test func `a cancel of the effect cancels its work, and leaves the registry clean`() {
    probe.begin(work().cancellable(id: "effect"))

    probe.begin(.cancel(id: "effect"))

    #expect(journal.entries == ["CancellationError, cancelled"])
    #expect(probe.actions == [])
    #expect(probe.traces == .none)
  }

  @Test func `work with cancelInFlight takes the place of other work of its name`() {
    probe.begin(work())
    probe.begin(work(cancelInFlight: true))

    #expect(journal.entries == ["CancellationError, not cancelled"])
    #expect(probe.traces == Traces(effects: 2, sends: 1, names: 1))
  }

  @Test func `work gives its value, and leaves no name behind`() {
    probe.begin(.run { send in await send(try await withTaskCancellation(id: "work") { 7 }) })

    #expect(probe.actions == [7])
    #expect(probe.traces == .none)
  }

  @Test func `named work is part of the effect that waits for it`() {
    probe.begin(work())

    #expect(probe.executor.perform { probe.core.assumeIsolated { core in core.effectsInFlight.count } } == 1)
  }

  @Test func `cancelled work does not begin in an effect that was cancelled before`() {
    probe.begin(
      .run { [journal] send in
        await Task.cancel(id: "effect")
        try await withTaskCancellation(id: "work") {
          try Task.checkCancellation()
          journal.note("worked")
        }
      }
      .cancellable(id: "effect")
    )

    #expect(journal.entries == [])
    #expect(probe.traces == .none)
  }

  @Test func `a name asked for outside an effect is an issue`() async {
    let lines = (#line + 2, #line + 3)
    let issues = await withIssues {
      await Task.cancel(id: "a")
      let value = try? await withTaskCancellation(id: "a") { 7 }
      #expect(value == 7)
    }

    #expect(issues.map(\.location.line) == [lines.0, lines.1])
    #expect(
      issues.map(\.message) == [
        outside("Task.cancel(id:)", line: lines.0), outside("withTaskCancellation", line: lines.1),
      ]
    )
  }

  private func outside(_ name: String, line: Int) -> String {
    """
    "\(name)" at ComposableTests/TaskCancellationTests.swift:\(line) was called outside an effect.

    Names of effects belong to a store and a place in its tree. Call it inside an effect's operation, or return "Effect.cancel(id:)" from a reducer.
    """
  }
}
