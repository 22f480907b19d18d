extension InterfaceDescription {
  /// Parses a description; errors call it `source`.
  public init(_ text: String, source: String = "interface description") throws(DescriptionError) {
    var reader = DescriptionReader(text: DescriptionText(text), source: source)
    self = try reader.interface()
  }
}

/// A parser of descriptions. Names of types are looked up at the end, since a type may be declared after its use.
private struct DescriptionReader {
  /// Limit of nested types, which also limits the recursion of the parser; sd-varlink has the same.
  private static let nestingLimit = 64

  private static let plainTypes: [String: DescribedType] = [
    "bool": .bool, "int": .int, "float": .float, "string": .string, "object": .object,
  ]

  var text: DescriptionText
  let source: String
  var depth = 0
  var types: Set<String> = []
  var references: [(name: String, place: Int)] = []

  mutating func interface() throws(DescriptionError) -> InterfaceDescription {
    let documentation = try comments()
    try keyword(["interface"], or: "'interface'")
    let name = try name(.interface)
    var members: [DescribedMember] = []
    var names: Set<String> = []
    var remarks = try comments()
    while !text.isAtEnd {
      members.append(try member(remarks, among: &names))
      remarks = try comments()
    }
    for reference in references where !types.contains(reference.name) {
      throw error("a type of this interface", at: reference.place)
    }
    return InterfaceDescription(documentation: documentation, name: name, members: members, closing: remarks)
  }

  private mutating func member(
    _ documentation: [String],
    among names: inout Set<String>
  ) throws(DescriptionError) -> DescribedMember {
    let keyword = try keyword(["type", "method", "error"], or: "'type', 'method' or 'error'")
    let name = try newName(.member, among: &names)
    text.passSpace()
    if keyword == "type" { types.insert(name) }
    let kind: DescribedMember.Kind =
      switch keyword {
      case "type": .type(try composite())
      case "method": try method()
      default: .error(try fields())
      }
    return DescribedMember(documentation: documentation, name: name, kind: kind)
  }

  private mutating func method() throws(DescriptionError) -> DescribedMember.Kind {
    let input = try fields()
    try mark("->")
    return .method(input: input, output: try fields())
  }

  private func error(_ expected: String, at place: Int) -> DescriptionError {
    let (line, column) = text.position(of: place)
    let found = text.piece(at: place)
    return DescriptionError(source: source, line: line, column: column, expected: expected, found: found)
  }
}

extension DescriptionReader {
  /// Skips space, and returns the comments in it, which document the next declaration.
  private mutating func comments() throws(DescriptionError) -> [String] {
    var lines: [String] = []
    text.passSpace()
    while text.take("#") {
      _ = text.take(" ")
      lines.append(text.line())
      guard text.isAtEndOfLine else { throw error("a comment without control characters", at: text.offset) }
      text.passSpace()
    }
    return lines
  }

  @discardableResult
  private mutating func keyword(_ choices: [String], or expected: String) throws(DescriptionError) -> String {
    let place = text.offset
    let word = text.word()
    guard choices.contains(word) else { throw error(expected, at: place) }
    return word
  }

  private mutating func mark(_ mark: String) throws(DescriptionError) {
    text.passSpace()
    guard text.take(mark) else { throw error("'\(mark)'", at: text.offset) }
  }

  private mutating func name(_ rule: DescriptionName) throws(DescriptionError) -> String {
    text.passSpace()
    let place = text.offset
    let name = text.word()
    guard rule.allows(name) else { throw error(rule.expected, at: place) }
    return name
  }

  private mutating func newName(_ rule: DescriptionName, among names: inout Set<String>) throws(DescriptionError)
    -> String
  {
    text.passSpace()
    let place = text.offset
    let name = try name(rule)
    guard names.insert(name).inserted else { throw error("a name that is not taken", at: place) }
    return name
  }
}

extension DescriptionReader {
  /// Reads a structure or an enumeration, which differ in the colon after the first name.
  private mutating func composite() throws(DescriptionError) -> DescribedType {
    if !isEnumeration() { return .structure(try fields()) }
    let values = try list { (_, documentation, name) throws(DescriptionError) in
      DescribedValue(documentation: documentation, name: name)
    }
    return .enumeration(values)
  }

  private mutating func fields() throws(DescriptionError) -> [DescribedField] {
    try list { (reader, documentation, name) throws(DescriptionError) in
      try reader.mark(":")
      reader.text.passSpace()
      return DescribedField(documentation: documentation, name: name, type: try reader.type())
    }
  }

  private func isEnumeration() -> Bool {
    var ahead = self
    guard ahead.text.take("("), (try? ahead.comments()) != nil, !ahead.text.word().isEmpty else { return false }
    ahead.text.passSpace()
    return !ahead.text.take(":")
  }

  private mutating func list<Element>(
    _ element: (inout Self, _ documentation: [String], _ name: String) throws(DescriptionError) -> Element
  ) throws(DescriptionError) -> [Element] {
    var elements: [Element] = []
    var names: Set<String> = []
    try mark("(")
    var documentation = try comments()
    if documentation.isEmpty, text.take(")") { return [] }
    while true {
      let name = try newName(.field, among: &names)
      elements.append(try element(&self, documentation, name))
      text.passSpace()
      if text.take(")") { return elements }
      guard text.take(",") else { throw error("',' or ')'", at: text.offset) }
      documentation = try comments()
    }
  }

  private mutating func type() throws(DescriptionError) -> DescribedType {
    let place = text.offset
    if text.take("?") {
      if text.sees("?") { throw error("a type behind a single '?'", at: text.offset) }
      return .nullable(try nested(at: place))
    }
    if text.take("[]") { return .array(try nested(at: place)) }
    if text.take("[string]") { return .map(try nested(at: place)) }
    if text.sees("(") { return try nested(at: place) }
    let word = text.word()
    if let type = Self.plainTypes[word] { return type }
    guard DescriptionName.member.allows(word) else { throw error("a type", at: place) }
    references.append((word, place))
    return .named(word)
  }

  /// Reads a type inside of another, or one with others inside.
  private mutating func nested(at place: Int) throws(DescriptionError) -> DescribedType {
    let limit = Self.nestingLimit
    guard depth < limit else { throw error("at most \(limit) types around another", at: place) }
    depth += 1
    defer { depth -= 1 }
    return try text.offset == place ? composite() : type()
  }
}
