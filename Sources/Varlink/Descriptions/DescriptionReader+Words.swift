extension DescriptionReader {
  /// Passes over space, and keeps the comments in it: they are about what follows.
  mutating func comments() throws(DescriptionError) -> [String] {
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
  mutating func keyword(
    _ choices: [String],
    or expected: DescriptionError.Expectation
  ) throws(DescriptionError) -> String {
    let place = text.offset
    let word = text.word()
    guard choices.contains(word) else { throw error(expected, at: place) }
    return word
  }

  mutating func mark(_ marks: String...) throws(DescriptionError) {
    for mark in marks where text.take(mark) { return }
    throw error(.mark(marks), at: text.offset)
  }

  mutating func name(_ rule: DescriptionName) throws(DescriptionError) -> String {
    let place = text.offset
    let name = text.word()
    guard rule.allows(name) else { throw error(rule.expectation, at: place) }
    return name
  }

  mutating func newName(
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
