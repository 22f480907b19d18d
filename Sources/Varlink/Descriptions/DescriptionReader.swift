extension InterfaceDescription {
  /// Reads the text of a description; `source` is what a refusal calls it.
  public init(_ text: String, source: String = "interface description") throws(DescriptionError) {
    var reader = DescriptionReader(text, source: source)
    self = try reader.interface()
  }
}

/// Reads a description in one pass, and looks up the types that it names when all of them are known.
struct DescriptionReader {
  /// Types that may stand around another, by which the reader's own depth is bounded.
  static let nestingLimit = 64

  var text: DescriptionText
  var depth = 0
  var references: [(name: String, place: Int)] = []
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

  func error(_ expected: DescriptionError.Expectation, at place: Int) -> DescriptionError {
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
