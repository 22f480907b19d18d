import EventLoop

public struct DescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  public let source: String
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// The form that the text must have there, such as `a type` or `'('`.
  public let expected: String
  public let found: String?

  public var description: String {
    let found = found?.quotedInShort ?? "the end"
    return "cannot read '\(source)': line \(line), column \(column): expected \(expected), found \(found)"
  }
}
