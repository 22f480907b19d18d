/// Says what each action does to a state, for somebody who looks for a fault.
public struct ChangePrinter: Sendable {
  private let prints: Bool
  private let format: @Sendable (_ action: Any, _ difference: () -> String?) -> String
  private let write: @Sendable (String) -> Void

  /// Says the action with its payload, and how the state differs after it.
  public static func difference(to write: @escaping @Sendable (String) -> Void = { print($0) }) -> Self {
    Self(prints: true, format: describeChange, write: write)
  }

  /// Says the action's case, without payloads and without the state.
  public static func actionLabels(to write: @escaping @Sendable (String) -> Void = { print($0) }) -> Self {
    Self(prints: true, format: { action, _ in "received \(caseName(of: action))" }, write: write)
  }

  /// Says nothing: for a log level that is switched off.
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
  /// Says, after each action, what it did to this reducer's state.
  public func _printChanges(_ printer: ChangePrinter = .difference()) -> ChangePrintingReducer<Self> {
    ChangePrintingReducer(base: self, printer: printer)
  }
}

/// A reducer that says what it does; made by `_printChanges`.
public struct ChangePrintingReducer<Base: Reducer>: ReducerOperator {
  public typealias State = Base.State
  public typealias Action = Base.Action

  let base: Base
  let printer: ChangePrinter

  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    var node = base.node(in: tree)
    node.reduce = { [reduce = node.reduce, printer] state, action in
      let former = printer.copyIfNeeded(state)
      let effect = reduce(&state, action)
      printer.printChange(action, former, state)
      return effect
    }
    return node
  }
}
