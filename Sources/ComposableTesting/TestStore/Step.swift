import Composable

/// The step that led to the state that a test asserts.
enum Step<Action> {
  case sending(Action)
  case receiving(Action)
  case deriving
}

extension Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .sending(let action): "sending '\(caseName(of: action))'"
    case .receiving(let action): "receiving '\(caseName(of: action))'"
    case .deriving: "deriving from the state"
    }
  }
}

/// A count with its noun, as in "1 action" and "2 actions".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Lines with a bullet each.
func bullets(_ lines: some Sequence<String>) -> String {
  lines.map { "  • \($0)" }.joined(separator: "\n")
}

/// Paragraphs, those that there are.
func paragraphs(_ paragraphs: String?...) -> String {
  paragraphs.compactMap(\.self).joined(separator: "\n\n")
}
