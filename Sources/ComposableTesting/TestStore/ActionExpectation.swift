import Composable

/// The expectation of a test about the next action.
struct ActionExpectation<Action> {
  let isMet: (Action) -> Bool
  fileprivate let wording: () -> Wording

  fileprivate enum Wording {
    case action(Action)
    case kind(String)
  }

  static func fitting(_ isExpected: @escaping (Action) -> Bool) -> Self {
    Self(isMet: isExpected) { .kind("an action that fits the predicate") }
  }

  static func ofCase<Value>(_ path: CasePath<Action, Value>) -> Self {
    Self(isMet: path.matches) {
      if let value = () as? Value { return .action(path.embed(value)) }
      return .kind("an action with a payload of type '\(Value.self)'")
    }
  }

  static func ofCase<Value: Equatable>(_ path: CasePath<Action, Value>, _ value: Value) -> Self {
    Self(isMet: { path.extract($0) == value }) { .action(path.embed(value)) }
  }
}

extension ActionExpectation where Action: Equatable {
  static func equal(to expected: Action) -> Self {
    Self(isMet: { $0 == expected }) { .action(expected) }
  }
}

extension ActionExpectation {
  /// The expectation, as part of a sentence.
  var noun: String {
    switch wording() {
    case .action: "this action"
    case .kind(let kind): kind
    }
  }

  /// The action that is expected, as it would stand in a difference; nil where only its kind is known.
  var details: String? {
    guard case .action(let action) = wording() else { return nil }
    return marked(action, "−")
  }

  /// How an action differs from what is expected.
  func difference(to action: Action) -> String {
    switch wording() {
    case .kind: marked(action, "+")
    case .action(let expected):
      diff(expected, action, format: .expectedFirst)
        ?? [marked(expected, "−"), marked(action, "+")].joined(separator: "\n")
    }
  }

  private func marked(_ action: Action, _ mark: String) -> String {
    describe(action).split(separator: "\n", omittingEmptySubsequences: false)
      .map { "\(mark) \($0)" }
      .joined(separator: "\n")
  }
}
