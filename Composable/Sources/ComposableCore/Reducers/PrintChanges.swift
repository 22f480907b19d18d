/// Prints the effect of each action on a state, for debugging.
public struct ChangePrinter: Sendable {
  fileprivate typealias Receive = @Sendable (_ action: Any, _ difference: () -> String?) -> Void

  fileprivate let receive: Receive?

  /// Prints the action with its payload, and the difference of the state.
  public static func difference(to write: @escaping @Sendable (String) -> Void = { print($0) }) -> Self {
    Self { action, difference in write(describeChange(action, difference)) }
  }

  /// Prints the action's case, without payloads and without the state.
  public static func actionLabels(to write: @escaping @Sendable (String) -> Void = { print($0) }) -> Self {
    Self { action, _ in write("received \(caseName(of: action))") }
  }

  /// Prints nothing: for a log level that is switched off.
  public static let silent = Self(receive: nil)
}

private func describeChange(_ action: Any, _ difference: () -> String?) -> String {
  let indented = { (text: String) in
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }
  let change = difference().map(indented) ?? "  (no change of state)"
  return "received action:\n\(indented(describe(action)))\n\(change)\n"
}

extension Reducer {
  /// Prints each action and the change that it made to this reducer's state.
  ///
  /// ```swift
  /// Store(initialState: Search.State(), executor: loop) { Search()._printChanges(.actionLabels()) }
  /// ```
  public func _printChanges(_ printer: ChangePrinter = .difference()) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in
      var node = node(in: tree)
      node.reduce = { [reduce = node.reduce] state, action in
        guard let receive = printer.receive else { return reduce(&state, action) }
        let former = state
        let effect = reduce(&state, action)
        receive(action) { [state] in diff(former, state) }
        return effect
      }
      return node
    })
  }
}
