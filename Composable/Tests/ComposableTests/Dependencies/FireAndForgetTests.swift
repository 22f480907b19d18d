import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

@Suite(.dependencies) struct FireAndForgetTests {
  @Dependency(\.fireAndForget) var fireAndForget
  let executor = SteppedExecutor()
  let journal = Journal()

  @Test func `a test waits for the work`() async {
    await fireAndForget {
      await Task.yield()
      journal.note("worked")
    }

    #expect(journal.entries == ["worked"])
  }

  @Test func `a program does not wait for the work`() {
    withDependencies {
      $0.context = .live
      $0.executor = executor
    } operation: {
      _ = Task(executorPreference: executor) {
        await fireAndForget { journal.note("worked") }
        journal.note("went on")
      }
    }

    executor.drain()

    #expect(journal.entries == ["went on", "worked"])
  }

  @Test(arguments: DependencyContext.allCases)
  func `the work survives the cancellation of its task`(context: DependencyContext) {
    let task = withDependencies {
      $0.context = context
      $0.executor = executor
    } operation: {
      Task(executorPreference: executor) {
        await fireAndForget {
          await Task.yield()
          journal.note("cancelled: \(Task.isCancelled)")
        }
      }
    }

    task.cancel()
    executor.drain()

    #expect(journal.entries == ["cancelled: false"])
  }

  @Test func `an error of the work is an issue`() async {
    let issues = await withIssues {
      await fireAndForget { throw Refusal() }
    }

    #expect(
      issues.map(\.message) == [
        "Work that was fired and forgotten threw an error: Refusal(). Handle it within the work."
      ]
    )
  }

  @Test func `work that throws a cancellation error is no issue`() async {
    let issues = await withIssues {
      await fireAndForget { throw CancellationError() }
    }

    #expect(issues.isEmpty)
  }
}
