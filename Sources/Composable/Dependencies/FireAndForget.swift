extension DependencyValues {
  /// Work without a waiting caller, which no cancellation ends: `await fireAndForget { … }`. A test waits for it.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  /// Where work is run that outlives its effect: the executor of the store, where one was given; else the shared threads.
  public var executor: (any TaskExecutor)? {
    get { self[ExecutorKey.self] }
    set { self[ExecutorKey.self] = newValue }
  }
}

/// Runs work that no caller waits for.
public struct FireAndForget: Sendable {
  private let isAwaited: Bool

  /// Makes one that returns at once, or when the work is done.
  public init(isAwaited: Bool) {
    self.isAwaited = isAwaited
  }

  /// Runs the work; an error that it throws is an issue, except a `CancellationError`.
  public func callAsFunction(
    fileID: String = #fileID,
    line: Int = #line,
    _ work: @escaping @Sendable () async throws -> Void
  ) async {
    @Dependency(\.executor) var executor
    let task = Task(executorPreference: executor) {
      do {
        try await work()
      } catch is CancellationError {
      } catch {
        reportIssue(
          "Work that was fired and forgotten threw an error: \(error). Handle it within the work.",
          at: CodeLocation(fileID: fileID, line: line)
        )
      }
    }
    if isAwaited { await task.value }
  }
}

private enum FireAndForgetKey: DependencyKey {
  static var liveValue: FireAndForget { FireAndForget(isAwaited: false) }
  static var testValue: FireAndForget { FireAndForget(isAwaited: true) }
}

private enum ExecutorKey: DependencyKey {
  static var liveValue: (any TaskExecutor)? { nil }
  static var testValue: (any TaskExecutor)? { nil }
}
