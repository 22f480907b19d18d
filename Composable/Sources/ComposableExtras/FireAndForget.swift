public import ComposableCore

extension DependencyValues {
  /// Runs work that outlives its caller and is never cancelled: `await fireAndForget { … }`. In a
  /// test, the call returns when the work is done.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }
}

/// Runs work that no caller waits for.
public struct FireAndForget: Sendable {
  private let isAwaited: Bool

  /// With `isAwaited`, a call returns when the work is done; otherwise at once.
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
      } catch is Unimplemented {
        // The call of the unimplemented dependency has already been reported.
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
