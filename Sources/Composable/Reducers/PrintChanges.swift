/// Prints the effect of each action on a state, for debugging.
public struct ChangePrinter: Sendable {
  private let prints: Bool
  private let format: @Sendable (_ action: Any, _ difference: () -> String?) -> String
  private let write: @Sendable (String) -> Void

  /// Prints the action with its payload, and the difference of the state.
  public static func difference(to write: @escaping @Sendable (String) -> Void = { print($0) }) -> Self {
    Self(prints: true, format: describeChange, write: write)
  }

  /// Prints the action's case, without payloads and without the state.
  public static func actionLabels(to write: @escaping @Sendable (String) -> Void = { print($0) }) -> Self {
    Self(prints: true, format: { action, _ in "received \(caseName(of: action))" }, write: write)
  }

  /// Prints nothing: for a log level that is switched off.
  public static let silent = Self(prints: false, format: { _, _ in "" }, write: { _ in })

  fileprivate func printChange<State>(_ action: Any, _ former: State?, _ state: State) {
    guard let former else { return }
    write(format(action) { diff(former, state) })
  }

  fileprivate func copyIfNeeded<State>(_ state: State) -> State? {
    prints ? state : nil
  }
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
  public func _printChanges(_ printer: ChangePrinter = .difference()) -> Reduce<State, Action> {
    Reduce(makeNode: { tree in
      var node = node(in: tree)
      node.reduce = { [reduce = node.reduce] state, action in
        let former = printer.copyIfNeeded(state)
        let effect = reduce(&state, action)
        printer.printChange(action, former, state)
        return effect
      }
      return node
    })
  }
}
