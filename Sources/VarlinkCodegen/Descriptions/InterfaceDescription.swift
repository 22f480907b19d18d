import BrightnessEventLoop

/// A parsed interface description (a `.varlink` file).
public struct InterfaceDescription: Hashable, Sendable {
  /// Lines of the comment before the interface.
  public let documentation: [String]
  public let name: String
  /// Types, methods and errors in the order of the text.
  public let members: [DescribedMember]
  /// Lines of the comment after the last member.
  public let closing: [String]
}

public struct DescribedMember: Hashable, Sendable {
  public let documentation: [String]
  /// A name that is unique in the interface.
  public let name: String
  public let kind: Kind

  public enum Kind: Hashable, Sendable {
    case type(DescribedType)
    case method(input: [DescribedField], output: [DescribedField])
    case error([DescribedField])
  }
}

public struct DescribedField: Hashable, Sendable {
  public let documentation: [String]
  /// The key in the JSON object.
  public let name: String
  public let type: DescribedType
}

public struct DescribedValue: Hashable, Sendable {
  public let documentation: [String]
  /// The string in JSON.
  public let name: String
}

public indirect enum DescribedType: Hashable, Sendable, CustomStringConvertible {
  case bool, int, float, string
  case object
  case named(String)
  case structure([DescribedField])
  case enumeration([DescribedValue])
  case array(DescribedType)
  /// An object with any keys.
  case map(DescribedType)
  /// A value that may be null or absent.
  case nullable(DescribedType)

  /// The type in one line, without comments.
  public var description: String {
    switch self {
    case .bool: "bool"
    case .int: "int"
    case .float: "float"
    case .string: "string"
    case .object: "object"
    case .named(let name): name
    case .structure(let fields): "(" + fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ") + ")"
    case .enumeration(let values): "(" + values.map(\.name).joined(separator: ", ") + ")"
    case .array(let element): "[]\(element)"
    case .map(let element): "[string]\(element)"
    case .nullable(let wrapped): "?\(wrapped)"
    }
  }
}

public struct DescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  public let source: String
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
  /// What the text should have there, such as `a type` or `'('`.
  public let expected: String
  public let found: String?

  public var description: String {
    let found = found?.quotedInShort ?? "the end"
    return "cannot read '\(source)': line \(line), column \(column): expected \(expected), found \(found)"
  }
}
