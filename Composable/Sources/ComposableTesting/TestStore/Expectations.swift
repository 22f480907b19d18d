import ComposableCore

extension TestStore {
  /// What a test expects of the next action.
  struct Expectation {
    let matches: (Action) -> Bool
    /// The expectation, as part of a sentence.
    let noun: String
    /// The expected action; nil if only its case is known.
    private let expected: () -> Action?

    static func fitting(_ isExpected: @escaping (Action) -> Bool) -> Self {
      Self(matches: isExpected, noun: "an action that fits the predicate") { nil }
    }

    static func ofCase<Value>(_ path: CasePath<Action, Value>) -> Self {
      if let value = () as? Value { return Self(matches: path.matches, noun: "this action") { path.embed(value) } }
      let noun =
        path.caseName.map { "an action of the case '.\($0)'" } ?? "an action with a payload of type '\(Value.self)'"
      return Self(matches: path.matches, noun: noun) { nil }
    }

    static func ofCase<Value: Equatable>(_ path: CasePath<Action, Value>, _ value: Value) -> Self {
      Self(matches: { path.extract($0) == value }, noun: "this action") { path.embed(value) }
    }

    static func equal(to expected: Action) -> Self where Action: Equatable {
      Self(matches: { $0 == expected }, noun: "this action") { expected }
    }

    /// The expected action as lines of a difference; nil if only its case is known.
    var details: String? { expected().map { marked($0, "−") } }

    func difference(to action: Action) -> String {
      guard let expected = expected() else { return marked(action, "+") }
      return diff(expected, action, format: .expectedFirst) ?? "\(marked(expected, "−"))\n\(marked(action, "+"))"
    }

    private func marked(_ action: Action, _ mark: String) -> String {
      describe(action).split(separator: "\n", omittingEmptySubsequences: false)
        .map { "\(mark) \($0)" }
        .joined(separator: "\n")
    }
  }
}

/// Names the step before an assertion in a message: a verb and the action, as in "sending 'start'".
func step(_ verb: String, _ action: Any) -> String { "\(verb) '\(caseName(of: action))'" }

func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

func bullets(_ lines: some Sequence<String>) -> String { lines.map { "  • \($0)" }.joined(separator: "\n") }

func joined(_ paragraphs: [String?]) -> String { paragraphs.compactMap(\.self).joined(separator: "\n\n") }
