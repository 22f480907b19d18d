import Composable

/// Stands for the effects that one send to a test store has started.
public struct TestStoreTask<State: Equatable & Sendable, Action: Sendable> {
  private let task: StoreTask
  private let store: TestStore<State, Action>

  init(_ task: StoreTask, of store: TestStore<State, Action>) {
    self.task = task
    self.store = store
  }

  /// Whether an effect lives that goes back to the send.
  public var isLive: Bool {
    store.collect()
    return store.executor.perform { task.isLiveNow }
  }

  /// Ends the effects that the sent action asked for.
  public func cancel() {
    store.executor.perform { task.cancelNow() }
    store.collect()
  }

  /// Asserts that every effect that goes back to the send has ended.
  public func finish(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    guard isLive else { return }
    store.report(
      """
      The effects of a send were still in flight when they were expected to have ended.

      Do they wait for the clock? Move it with "clock.advance". Do they end when they are cancelled? Call "cancel" first.
      """,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
