import Composable

/// What a test expects of the next action.
struct ActionExpectation<Action> {
  let description: String
  /// What is said of an action that does not meet the expectation; nil for one that does.
  let difference: (Action) -> String?

  func isMet(by action: Action) -> Bool {
    difference(action) == nil
  }

  static func fitting(_ isExpected: @escaping (Action) -> Bool) -> Self {
    Self(description: "An action that fits the predicate") { action in
      isExpected(action) ? nil : describe(action)
    }
  }

  static func ofCase<Value>(_ path: CasePath<Action, Value>) -> Self {
    Self(description: "An action of a case with a payload of type \(Value.self)") { action in
      path.matches(action) ? nil : describe(action)
    }
  }

  static func ofCase<Value: Equatable>(_ path: CasePath<Action, Value>, _ value: Value) -> Self {
    equal(to: path.embed(value)) { action in path.extract(action) == value }
  }

  fileprivate static func equal(to expected: Action, _ isEqual: @escaping (Action) -> Bool) -> Self {
    Self(description: "'\(caseName(of: expected))'") { action in
      if isEqual(action) { return nil }
      let difference = diff(expected, action, format: .expectedFirst) ?? describe(action)
      return "(expected: −, received: +)\n\n\(difference)"
    }
  }
}

extension ActionExpectation where Action: Equatable {
  static func equal(to expected: Action) -> Self {
    equal(to: expected) { $0 == expected }
  }
}
