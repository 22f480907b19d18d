extension InterfaceDescription {
  /// Parses a description; errors call it `source`.
  public init(_ text: String, source: String = "interface description") throws(DescriptionError) {
    var reader = DescriptionReader(text, source: source)
    self = try reader.interface()
  }
}

/// A parser of descriptions. Names of types are looked up at the end, since a type may be declared after its use.
struct DescriptionReader {
  /// Limit of nested types, which also limits the recursion of the parser; sd-varlink has the same.
  private static let nestingLimit = 64

  private var text: DescriptionText
  private var depth = 0
  private var references: [(name: String, place: Int)] = []
  private let source: String

  init(_ text: String, source: String) {
    self.text = DescriptionText(text)
    self.source = source
  }

  mutating func interface() throws(DescriptionError) -> InterfaceDescription {
    let documentation = try comments()
    try keyword(["interface"], or: .interface)
    text.passSpace()
    let name = try name(.interface)
    var members: [DescribedMember] = []
    var names: Set<String> = []
    var remarks = try comments()
    while !text.isAtEnd {
      members.append(try member(remarks, among: &names))
      remarks = try comments()
    }
    try lookUp(in: members)
    return InterfaceDescription(documentation: documentation, name: name, members: members, closing: remarks)
  }

  private mutating func member(
    _ documentation: [String],
    among names: inout Set<String>
  ) throws(DescriptionError) -> DescribedMember {
    let keyword = try keyword(["type", "method", "error"], or: .member)
    text.passSpace()
    let name = try newName(.member, among: &names)
    text.passSpace()
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
    text.passSpace()
    try mark("->")
    text.passSpace()
    return .method(input: input, output: try fields())
  }

  private func lookUp(in members: [DescribedMember]) throws(DescriptionError) {
    let types = Set(members.filter(\.isType).map(\.name))
    for reference in references where !types.contains(reference.name) {
      throw error(.describedType, at: reference.place)
    }
  }

  private func error(_ expected: DescriptionError.Expectation, at place: Int) -> DescriptionError {
    let (line, column) = text.position(of: place)
    return DescriptionError(
      source: source,
      line: line,
      column: column,
      expected: expected,
      found: text.piece(at: place)
    )
  }
}

extension DescribedMember {
  fileprivate var isType: Bool {
    if case .type = kind { true } else { false }
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
      guard text.isAtEndOfLine else { throw error(.comment, at: text.offset) }
      text.passSpace()
    }
    return lines
  }

  @discardableResult
  private mutating func keyword(
    _ choices: [String],
    or expected: DescriptionError.Expectation
  ) throws(DescriptionError) -> String {
    let place = text.offset
    let word = text.word()
    guard choices.contains(word) else { throw error(expected, at: place) }
    return word
  }

  private mutating func mark(_ marks: String...) throws(DescriptionError) {
    for mark in marks where text.take(mark) { return }
    throw error(.mark(marks), at: text.offset)
  }

  private mutating func name(_ rule: DescriptionName) throws(DescriptionError) -> String {
    let place = text.offset
    let name = text.word()
    guard rule.allows(name) else { throw error(rule.expectation, at: place) }
    return name
  }

  private mutating func newName(
    _ rule: DescriptionName,
    among names: inout Set<String>
  ) throws(DescriptionError) -> String {
    let place = text.offset
    let name = try name(rule)
    guard names.insert(name).inserted else { throw error(.newName, at: place) }
    return name
  }
}

extension DescriptionName {
  fileprivate var expectation: DescriptionError.Expectation {
    switch self {
    case .interface: .interfaceName
    case .member: .memberName
    case .field: .fieldName
    }
  }
}

extension DescriptionReader {
  /// Reads a structure or an enumeration, which differ in the colon after the first name.
  private mutating func composite() throws(DescriptionError) -> DescribedType {
    try isEnumeration() ? .enumeration(values()) : .structure(fields())
  }

  private mutating func fields() throws(DescriptionError) -> [DescribedField] {
    try list { (reader, documentation, name) throws(DescriptionError) in
      reader.text.passSpace()
      try reader.mark(":")
      reader.text.passSpace()
      return DescribedField(documentation: documentation, name: name, type: try reader.type())
    }
  }

  private mutating func values() throws(DescriptionError) -> [DescribedValue] {
    try list { (_, documentation, name) throws(DescriptionError) in
      DescribedValue(documentation: documentation, name: name)
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
      guard text.take(",") else { throw error(.mark([",", ")"]), at: text.offset) }
      documentation = try comments()
    }
  }

  private mutating func type() throws(DescriptionError) -> DescribedType {
    let place = text.offset
    if text.take("?") { return .nullable(try nullable(at: place)) }
    if text.take("[]") { return .array(try nested(at: place)) }
    if text.take("[string]") { return .map(try nested(at: place)) }
    if text.sees("(") {
      return try deeper(at: place) { (reader) throws(DescriptionError) in try reader.composite() }
    }
    return try plain()
  }

  private mutating func nullable(at place: Int) throws(DescriptionError) -> DescribedType {
    guard !text.sees("?") else { throw error(.nullableOnce, at: text.offset) }
    return try nested(at: place)
  }

  private mutating func plain() throws(DescriptionError) -> DescribedType {
    let place = text.offset
    let word = text.word()
    switch word {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    default:
      guard DescriptionName.member.allows(word) else { throw error(.type, at: place) }
      references.append((word, place))
      return .named(word)
    }
  }

  private mutating func nested(at place: Int) throws(DescriptionError) -> DescribedType {
    try deeper(at: place) { (reader) throws(DescriptionError) in try reader.type() }
  }

  private mutating func deeper(
    at place: Int,
    _ read: (inout Self) throws(DescriptionError) -> DescribedType
  ) throws(DescriptionError) -> DescribedType {
    guard depth < Self.nestingLimit else { throw error(.nesting(limit: Self.nestingLimit), at: place) }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }
}
