/// A help text, wrapped to the terminal between words.
package struct HelpLayout: Sendable {
  private let screen: Screen
  private let width: Int

  package init(on screen: Screen) {
    self.screen = screen
    // Longer lines are hard to read.
    width = min(screen.columns ?? 80, 120)
  }

  package func paragraph(_ text: String) -> String {
    lines(text.split(whereSeparator: \.isWhitespace).joined(separator: " "), 0).joined(separator: "\n")
  }

  /// A command with its arguments, each of which stays in one line.
  package func usage(_ command: String, _ arguments: [String]) -> String {
    var lines = [command]
    for argument in arguments.map(screen.shown) where !argument.isEmpty {
      if lines[lines.count - 1].columns + argument.columns >= width { lines.append("      ") }
      lines[lines.count - 1] += " \(argument)"
    }
    return lines.joined(separator: "\n")
  }

  /// Two columns. An entry that is too wide for the left one gets a line of its own.
  package func rows(_ rows: [(left: String, right: String)]) -> String {
    let rows = rows.map { (left: screen.shown($0.left), right: $0.right) }
    let left = rows.map(\.left.columns).filter { $0 <= width * 2 / 5 }.max() ?? 0
    return rows.map { row in
      let right = lines(row.right, left + 5).joined(separator: "\n" + String(repeating: " ", count: left + 5))
      if row.right.isEmpty { return "  \(row.left)" }
      guard row.left.columns > left else { return "  \(row.left.padded(to: left))   \(right)" }
      return "  \(row.left)\n\(String(repeating: " ", count: left + 5))\(right)"
    }
    .joined(separator: "\n")
  }

  private func lines(_ text: String, _ indentation: Int) -> [String] {
    screen.shown(text).wrapped(to: max(width - indentation, 10))
  }
}
