@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct EffectRunTests {
  private struct Failure: Error {
    let code = 7
  }

  @Test func `an action was reduced when its send returns`() {
    let journal = Journal()
    let store = FamilyStore()

    store.send(
      .begin(
        .run { send in
          await send(.change { _ in journal.note("reduced") })
          journal.note("returned")
        }
      )
    )

    #expect(journal.entries == ["reduced", "returned"])
  }

  @Test func `an error goes to the handler, which may send`() {
    let probe = EffectProbe<Int>(.run(operation: { _ in throw Failure() }, catch: { _, send in await send(1) }))

    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }

  @Test func `an unhandled error is an issue at the effect`() {
    let line = #line + 1
    let issues = withIssues { _ = EffectProbe<Int>(.run { _ in throw Failure() }) }

    #expect(
      issues.map(\.message) == [
        """
        an effect written at ComposableTests/EffectRunTests.swift:\(line) threw an unhandled error.

        Failure(
          code: 7
        )

        Handle it with the effect's "catch", or with do/catch inside its operation.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `a cancellation that an effect throws is silent`() {
    let probe = EffectProbe<Int>(
      .run(operation: { _ in throw CancellationError() }, catch: { _, send in await send(1) })
    )

    #expect(probe.actions == [])
    #expect(!probe.isLive)
  }

  @Test(arguments: [true, false])
  func `an effect that cancels itself sends no more and ends, and its handler is not called`(hasHandler: Bool) {
    let journal = Journal()
    let handler: @Sendable (any Error, Send<Int>) async -> Void = { _, _ in journal.note("handled") }
    let probe = EffectProbe<Int>(
      .run(
        operation: { send in
          await Task.cancel(id: "self")
          try Task.checkCancellation()
          await send(1)
        },
        catch: hasHandler ? handler : nil
      )
      .cancellable(id: "self")
    )

    #expect(probe.actions == [])
    #expect(probe.traces == .none)
    #expect(journal.entries == [])
  }

  @Test(arguments: [true, false])
  func `an error after a cancellation is silent`(hasHandler: Bool) {
    let journal = Journal()
    let handler: @Sendable (any Error, Send<Int>) async -> Void = { _, _ in journal.note("handled") }
    let probe = EffectProbe<Int>(
      .run(
        operation: { send in
          @Dependency(\.clock) var clock
          do { try await clock.sleep(for: .seconds(1)) } catch { throw Failure() }
        },
        catch: hasHandler ? handler : nil
      )
      .cancellable(id: "a")
    )

    probe.begin(.cancel(id: "a"))

    #expect(!probe.isLive)
    #expect(journal.entries == [])
  }

  @Test func `an action from an effect that is over is an issue, and dropped`() {
    let line = #line + 6
    let issues = withIssues {
      let store = FamilyStore()
      let executor = store.executor
      store.send(
        .begin(
          .run { send in
            Task(executorPreference: executor) {
              await Task.yield()
              await send(.value(1))
            }
          }
        )
      )
      #expect(store.state.values == [])
    }

    #expect(
      issues.map(\.message) == [
        """
        an action was sent from an effect that is over; the effect was written at ComposableTests/EffectRunTests.swift:\(line).

          action: .value
          the effect was started by: .perform

        The action is dropped. An effect's "send" must not be kept beyond the effect: wait in its operation for all work that uses it.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `an action is dropped in silence when its effect was cancelled while it was on its way`() async {
    let elsewhere = SteppedExecutor()
    let issues = withIssues {
      let probe = EffectProbe<Int>(
        .run { send in
          await withTaskGroup { group in
            group.addTask(executorPreference: elsewhere) { await send(1) }
          }
        }
        .cancellable(id: "a")
      )
      elsewhere.drain()
      probe.begin(.cancel(id: "a"))
      #expect(probe.actions == [])
    }

    #expect(issues == [])
  }

  @Test func `waiting for a send that has nothing to do any more returns`() async {
    for _ in 1...100 {
      let probe = EffectProbe<Int>()
      await probe.begin(.none).finish()
      await probe.begin(.none).cancel()
      await probe.begin(.send(1)).finish()
      let run = probe.begin(.run { await $0(2) })
      let finished = Task(executorPreference: probe.executor) { await run.finish() }
      probe.executor.drain()
      await finished.value

      #expect(probe.actions == [1, 2])
    }
  }
}
