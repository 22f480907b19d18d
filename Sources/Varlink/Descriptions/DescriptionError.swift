import EventLoop

/// Where a text stops to be a description, and why.
public struct DescriptionError: Error, Hashable, Sendable {
  /// What the text was said to be.
  public let source: String
  /// Counted from 1.
  public let line: Int
  /// Counted from 1, in Unicode scalars.
  public let column: Int
  /// What should have stood there.
  public let expected: Expectation
  /// The word or the character that stands there, nothing at the end of the text.
  public let found: String?

  /// What can be missing from a description.
  public enum Expectation: Hashable, Sendable {
    case interface, interfaceName
    case member, memberName, fieldName
    /// A name that its interface, structure or enumeration does not have yet.
    case newName
    /// One of these marks.
    case mark([String])
    case type
    /// A type that the interface describes.
    case describedType
    /// Something that is not nullable already.
    case nullableOnce
    /// A type that is not wrapped so often.
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
