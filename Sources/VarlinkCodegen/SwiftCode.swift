enum SwiftCode {
  /// The longest line, without its indentation.
  private static let width = 112

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

  /// A parameter or argument list: in one line if it fits, otherwise with a line for each element.
  static func list(_ front: String, _ elements: [String], _ back: String) -> [String] {
    let line = "\(front)(\(elements.joined(separator: ", ")))\(back)"
    if elements.isEmpty || line.count <= width { return [line] }
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

enum SwiftNames {
  /// Words that need backticks as the name of a declaration.
  private static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
    "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "some", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Names that mean something else even in backticks, or that every generated type has already.
  private static let taken: Set<String> = [
    "Any", "Protocol", "Self", "Type", "allCases", "hashValue", "init", "rawValue", "self",
  ]

  /// Types that generated code uses. A nested type of the same name would hide them.
  private static let used: Set<String> = [
    "Any", "Array", "Bool", "Caller", "CaseIterable", "Dictionary", "Double", "Duration", "Error", "Failure",
    "Hashable", "Indirect", "Int", "Interface", "InvalidParameter", "JSONFields", "JSONInput", "JSONObject",
    "JSONReadable", "JSONWritable", "JSONWriter", "MethodCall", "MethodError", "MethodReplies", "Milliseconds",
    "NoFields", "Optional", "Protocol", "Reply", "Self", "Sendable", "ServedInterface", "ServedMethod", "ServiceError",
    "String", "Type", "VarlinkInterface", "VarlinkMethod", "VarlinkValue",
  ]

  static func value(_ name: String) -> String {
    if taken.contains(name) { return "\(name)_" }
    return keywords.contains(name) ? "`\(name)`" : name
  }

  static func type(_ name: String) -> String { used.contains(name) ? "\(name)Value" : name }

  /// Names for the types that fields define inline. They differ from each other and from the
  /// properties.
  static func types(of fields: [String]) -> [String] {
    var names = Set(fields)
    return fields.map { field in
      var name = type(capitalized(field))
      while !names.insert(name).inserted { name += "Value" }
      return name
    }
  }

  /// An argument label. Nearly every keyword can be one without backticks.
  static func label(_ name: String) -> String {
    let value = value(name)
    return ["inout", "let", "var"].contains(name) ? value : value.filter { $0 != "`" }
  }

  /// The name of a function or case for a member of an interface: `GetInfo` becomes `getInfo`,
  /// `IOError` becomes `ioError`.
  static func function(_ member: String) -> String {
    let capitals = member.prefix { $0.isUppercase }
    let isWord = capitals.count == 1 || capitals.count == member.count
    let front = isWord ? capitals : capitals.dropLast()
    return value(front.lowercased() + member.dropFirst(front.count))
  }

  static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
