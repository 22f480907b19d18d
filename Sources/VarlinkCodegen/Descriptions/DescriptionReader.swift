extension InterfaceDescription {
  /// Parses a description; errors call it `source`.
  public init(_ text: String, source: String = "interface description") throws(DescriptionError) {
    var reader = DescriptionReader(bytes: Array(text.utf8), source: source)
    self = try reader.interface()
  }
}

/// A parser of descriptions. Names of types are looked up at the end, since a type may be declared
/// after its use.
private struct DescriptionReader {
  /// Limit of nested types, which also limits the recursion of the parser. sd-varlink has the same
  /// limit.
  private static let nestingLimit = 64

  private static let plainTypes: [String: DescribedType] = [
    "bool": .bool, "int": .int, "float": .float, "string": .string, "object": .object,
  ]

  let bytes: [UInt8]
  let source: String
  var offset = 0
  var depth = 0
  var types: Set<String> = []
  var references: [(name: String, place: Int)] = []

  mutating func interface() throws(DescriptionError) -> InterfaceDescription {
    let documentation = try comments()
    _ = try word("'interface'") { $0 == "interface" }
    let name = try word(DescriptionName.interface.expected, DescriptionName.interface.allows)
    var members: [DescribedMember] = []
    var names: Set<String> = []
    var remarks = try comments()
    while !isAtEnd {
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
    let keyword = try word("'type', 'method' or 'error'", ["type", "method", "error"].contains)
    let name = try name(.member, in: &names)
    passSpace()
    if keyword == "type" { types.insert(name) }
    let kind: DescribedMember.Kind =
      switch keyword {
      case "type": .type(try composite())
      case "method": .method(input: try fields(), output: try output())
      default: .error(try fields())
      }
    return DescribedMember(documentation: documentation, name: name, kind: kind)
  }

  private mutating func output() throws(DescriptionError) -> [DescribedField] {
    try mark("->")
    return try fields()
  }

  private func error(_ expected: String, at place: Int) -> DescriptionError {
    let lines = bytes[..<place].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let column = (lines.last ?? []).count { !$0.isContinuation } + 1
    let found = piece(at: place)
    return DescriptionError(source: source, line: lines.count, column: column, expected: expected, found: found)
  }

  /// The word at an offset, or the character if no word starts there; nil at the end.
  private func piece(at place: Int) -> String? {
    guard place < bytes.count else { return nil }
    var rest = self
    rest.offset = place
    let word = rest.word()
    guard word.isEmpty else { return word }
    let tail = bytes[(place + 1)...].prefix { $0.isContinuation }
    return String(decoding: bytes[place...place] + tail, as: UTF8.self)
  }

  private var isAtEnd: Bool { offset == bytes.count }

  private mutating func passSpace() {
    _ = taken { " \t\n".utf8.contains($0) }
  }

  private func sees(_ mark: String) -> Bool { bytes[offset...].starts(with: mark.utf8) }

  private mutating func take(_ mark: String) -> Bool {
    guard sees(mark) else { return false }
    offset += mark.utf8.count
    return true
  }

  private mutating func word() -> String {
    taken { Character(Unicode.Scalar($0)).isLetterOrDigit || ".-_".utf8.contains($0) }
  }

  private mutating func taken(while belongs: (UInt8) -> Bool) -> String {
    let start = offset
    while offset < bytes.count, belongs(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Skips space, and returns the comments in it, which document the next declaration.
  private mutating func comments() throws(DescriptionError) -> [String] {
    var lines: [String] = []
    passSpace()
    while take("#") {
      _ = take(" ")
      lines.append(taken { $0 == UInt8(ascii: "\t") || $0 >= UInt8(ascii: " ") && $0 != 0x7F })
      guard isAtEnd || sees("\n") else { throw error("a comment without control characters", at: offset) }
      passSpace()
    }
    return lines
  }

  private mutating func mark(_ mark: String) throws(DescriptionError) {
    passSpace()
    guard take(mark) else { throw error("'\(mark)'", at: offset) }
  }

  private mutating func word(_ expected: String, _ isAllowed: (String) -> Bool) throws(DescriptionError) -> String {
    passSpace()
    let place = offset
    let word = word()
    guard isAllowed(word) else { throw error(expected, at: place) }
    return word
  }

  private mutating func name(_ rule: DescriptionName, in used: inout Set<String>) throws(DescriptionError) -> String {
    let name = try word(rule.expected, rule.allows)
    guard used.insert(name).inserted else { throw error("a name that is not taken", at: offset - name.utf8.count) }
    return name
  }
}

extension DescriptionReader {
  /// Reads a structure or an enumeration. Only a structure has a colon after the first name.
  private mutating func composite(mayBeEnumeration: Bool = true) throws(DescriptionError) -> DescribedType {
    var fields: [DescribedField] = []
    var values: [DescribedValue] = []
    var names: Set<String> = []
    try mark("(")
    var documentation = try comments()
    if documentation.isEmpty, take(")") { return .structure([]) }
    while true {
      let name = try name(.field, in: &names)
      passSpace()
      if mayBeEnumeration, fields.isEmpty, !values.isEmpty || !sees(":") {
        values.append(DescribedValue(documentation: documentation, name: name))
      } else {
        try mark(":")
        passSpace()
        fields.append(DescribedField(documentation: documentation, name: name, type: try type()))
      }
      passSpace()
      if take(")") { return values.isEmpty ? .structure(fields) : .enumeration(values) }
      guard take(",") else { throw error("',' or ')'", at: offset) }
      documentation = try comments()
    }
  }

  private mutating func fields() throws(DescriptionError) -> [DescribedField] {
    guard case .structure(let fields) = try composite(mayBeEnumeration: false) else { return [] }
    return fields
  }

  private mutating func type() throws(DescriptionError) -> DescribedType {
    let place = offset
    if take("?") {
      if sees("?") { throw error("a type behind a single '?'", at: offset) }
      return .nullable(try nested(at: place))
    }
    if take("[]") { return .array(try nested(at: place)) }
    if take("[string]") { return .map(try nested(at: place)) }
    if sees("(") { return try nested(at: place) }
    let word = word()
    if let type = Self.plainTypes[word] { return type }
    guard DescriptionName.member.allows(word) else { throw error("a type", at: place) }
    references.append((word, place))
    return .named(word)
  }

  /// Reads a type one level deeper, within the limit of nesting.
  private mutating func nested(at place: Int) throws(DescriptionError) -> DescribedType {
    let limit = Self.nestingLimit
    guard depth < limit else { throw error("at most \(limit) types around another", at: place) }
    depth += 1
    defer { depth -= 1 }
    return try offset == place ? composite() : type()
  }
}

extension UInt8 {
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

enum DescriptionName {
  case interface, member, field

  var expected: String {
    switch self {
    case .interface: "the name of an interface such as org.example.ping"
    case .member: "a name such as Ping"
    case .field: "a name such as pingCount"
    }
  }

  func allows(_ name: String) -> Bool {
    guard let first = name.first, first.isASCII, first.isLetter else { return false }
    switch self {
    case .interface:
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      return labels.count > 1 && labels.allSatisfy(Self.isLabel)
    case .member: return first.isUppercase && name.allSatisfy(\.isLetterOrDigit)
    case .field:
      let words = name.split(separator: "_", omittingEmptySubsequences: false)
      return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(\.isLetterOrDigit) }
    }
  }

  private static func isLabel(_ label: Substring) -> Bool {
    !label.isEmpty && label.first != "-" && label.last != "-" && label.allSatisfy { $0.isLetterOrDigit || $0 == "-" }
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
