import EventLoop

public struct DescriptionError: Error, Hashable, Sendable {
  /// The name of the text.
  public let source: String
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  public let expected: Expectation
  /// The word or character that was found; nil at the end of the text.
  public let found: String?

  public enum Expectation: Hashable, Sendable {
    case interface, interfaceName
    case member, memberName, fieldName
    /// A name that is not used yet in its interface, structure or enumeration.
    case newName
    case mark([String])
    case type
    case describedType
    /// A type that is not nullable already.
    case nullableOnce
    /// A type with fewer types around it.
    case nesting(limit: Int)
    /// A comment without control characters.
    case comment
  }
}

extension DescriptionError: CustomStringConvertible {
  public var description: String {
    let found = found?.quotedInShort ?? "the end"
    return "cannot read '\(source)': line \(line), column \(column): expected \(expected), found \(found)"
  }
}

extension DescriptionError.Expectation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .interface: "'interface'"
    case .interfaceName: "the name of an interface such as org.example.ping"
    case .member: "'type', 'method' or 'error'"
    case .memberName: "a name such as Ping"
    case .fieldName: "a name such as pingCount"
    case .newName: "a name that is not taken"
    case .mark(let marks): marks.map { "'\($0)'" }.joined(separator: " or ")
    case .type: "a type"
    case .describedType: "a type of this interface"
    case .nullableOnce: "a type behind a single '?'"
    case .nesting(let limit): "at most \(limit) types around another"
    case .comment: "a comment without control characters"
    }
  }
}
