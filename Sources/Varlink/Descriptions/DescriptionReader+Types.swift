extension DescriptionReader {
  /// A structure or an enumeration; its first name is followed by a colon or not.
  mutating func composite() throws(DescriptionError) -> DescribedType {
    try isEnumeration() ? .enumeration(values()) : .structure(fields())
  }

  mutating func fields() throws(DescriptionError) -> [DescribedField] {
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
