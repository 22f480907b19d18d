/// Sends actions from inside an effect back into the store; a cancelled effect sends nothing.
public struct Send<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action) async -> Void

  init(_ deliver: @escaping @Sendable (Action) async -> Void) {
    self.deliver = deliver
  }

  /// Delivers the action; when this returns, the store's reducer has seen it.
  public func callAsFunction(_ action: Action) async {
    if Task.isCancelled { return }
    await deliver(action)
  }

  func pulledBack<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [deliver] action in await deliver(embed(action)) }
  }
}
