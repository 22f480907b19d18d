import Testing

@testable import Service

@Suite struct ConfigurationTextTests {
  @Test(arguments: [
    ("[Daemon]", "1 [Daemon]"),
    ("Key=value", "1 Key=value"),
    ("  Key = value  ", "1 Key=value"),
    ("Key=", "1 Key="),
    ("Key=a=b", "1 Key=a=b"),
    ("Key=a # b", "1 Key=a # b"),
    ("Key=a\r\nOther=b\r\n", "1 Key=a, 2 Other=b"),
    ("\u{FEFF}Key=a", "1 Key=a"),
    ("# Key=a\n; Key=b\n\n  # Key=c\nKey=d", "5 Key=d"),
    ("word", "1 ?word"),
    ("=value", "1 ?=value"),
    ("[Daemon", "1 ?[Daemon"),
    ("[Daemon] x=y", "1 ?[Daemon] x=y"),
    ("", ""),
    ("\n\n", ""),
  ])
  func `a line is a section, an assignment or a mistake`(text: String, parts: String) {
    #expect(described(text) == parts)
  }

  @Test(arguments: [
    ("Key=a \\\n  b\nOther=c", "1 Key=a  b, 3 Other=c"),
    ("Key=a\\\nb\\\nc", "1 Key=a b c"),
    ("Key=a\\\n# no\n; no\nb", "1 Key=a b"),
    ("Key=a\\\n\nb", "1 Key=a, 3 ?b"),
    ("Key=a\\\\\nOther=b", "1 Key=a\\\\, 2 Other=b"),
    ("Key=a\\", "1 Key=a"),
    ("# a\\\nKey=b", "2 Key=b"),
  ])
  func `a line that ends in a backslash continues in the next`(text: String, parts: String) {
    #expect(described(text) == parts)
  }

  private func described(_ text: String) -> String {
    ConfigurationText(text).parts.map { placed in
      switch placed.part {
      case .section(let name): "\(placed.line) [\(name)]"
      case .assignment(let key, let value): "\(placed.line) \(key)=\(value)"
      case .malformed(let text): "\(placed.line) ?\(text)"
      }
    }
    .joined(separator: ", ")
  }
}
