/// A parsed interface description (a `.varlink` file).
public struct InterfaceDescription: Hashable, Sendable {
  /// Lines of the comment before it.
  public let documentation: [String]
  /// The full name, such as `io.brightnessd.Lights`.
  public let name: String
  /// Types, methods and errors in the order of the text.
  public let members: [DescribedMember]
  /// Lines of the comment after the last member.
  public let closing: [String]
}

/// A type, a method or an error of an interface.
public struct DescribedMember: Hashable, Sendable {
  /// Lines of the comment before it.
  public let documentation: [String]
  /// A name that is unique in the interface.
  public let name: String
  /// The kind of member, with its fields.
  public let kind: Kind

  /// Kinds of members.
  public enum Kind: Hashable, Sendable {
    /// A structure or an enumeration.
    case type(DescribedType)
    /// Parameters of a call and of a reply.
    case method(input: [DescribedField], output: [DescribedField])
    /// Parameters of an error reply.
    case error([DescribedField])
  }
}

/// A field of a structure.
public struct DescribedField: Hashable, Sendable {
  /// Lines of the comment before it.
  public let documentation: [String]
  /// The key in the JSON object.
  public let name: String
  /// The type of the value.
  public let type: DescribedType
}

/// A value of an enumeration.
public struct DescribedValue: Hashable, Sendable {
  /// Lines of the comment before it.
  public let documentation: [String]
  /// The string in JSON.
  public let name: String
}

/// The type of a field.
public indirect enum DescribedType: Hashable, Sendable {
  case bool, int, float, string
  /// Any JSON object.
  case object
  /// A type that the interface declares.
  case named(String)
  /// An object with these fields.
  case structure([DescribedField])
  /// One of these strings.
  case enumeration([DescribedValue])
  /// An array of elements.
  case array(DescribedType)
  /// An object with any keys.
  case map(DescribedType)
  /// A value that may be null or absent.
  case nullable(DescribedType)
}

extension DescribedType: CustomStringConvertible {
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
