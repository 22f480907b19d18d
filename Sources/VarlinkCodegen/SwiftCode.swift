enum SwiftCode {
  static let width = 120

  static func indented(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "" : "  \($0)" } }

  static func block(_ head: String, _ body: [String]) -> [String] {
    body.isEmpty ? ["\(head) {}"] : ["\(head) {"] + indented(body) + ["}"]
  }

  static func switching(_ head: String, over subject: String, _ cases: [String]) -> [String] {
    block(head, ["switch \(subject) {"] + cases + ["}"])
  }

  static func separated(_ declarations: [[String]]) -> [String] {
    Array(declarations.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  static func documentation(_ lines: [String]) -> [String] { lines.map { $0.isEmpty ? "///" : "/// \($0)" } }

  /// A parameter or argument list: in one line if it fits, else with a line for each element.
  static func list(_ front: String, _ elements: [String], _ back: String, reserved: Int = 8) -> [String] {
    let line = "\(front)(\(elements.joined(separator: ", ")))\(back)"
    if elements.isEmpty || line.count + reserved <= width { return [line] }
    let last = elements.count - 1
    let lines = elements.enumerated().map { $0 == last ? $1 : "\($1)," }
    return ["\(front)("] + indented(lines) + [")\(back)"]
  }

  /// A function: the last line of its head opens the body.
  static func function(_ head: [String], _ body: [String]) -> [String] {
    let last = head.count - 1
    return head[..<last] + block(head[last], body)
  }

  /// A string literal of several lines that stands for the text byte for byte.
  static func literal(_ text: String) -> [String] {
    var hashes = ""
    while text.contains("\"\"\"\(hashes)") || text.contains("\\\(hashes)") { hashes += "#" }
    return ["\(hashes)\"\"\""] + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      + ["\"\"\"\(hashes)"]
  }
}
