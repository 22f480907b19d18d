/// A named part of a structure.
public struct DescribedField: Hashable, Sendable {
  /// What is said of the field, line by line.
  public let documentation: [String]
  /// The key in the JSON object.
  public let name: String
  /// What may stand behind the key.
  public let type: DescribedType
}

/// One of the values of an enumeration.
public struct DescribedValue: Hashable, Sendable {
  /// What is said of the value, line by line.
  public let documentation: [String]
  /// The string that stands for it in JSON.
  public let name: String
}

/// What a field can hold.
public indirect enum DescribedType: Hashable, Sendable {
  case bool, int, float, string
  /// Any JSON object.
  case object
  /// The type of the interface that has this name.
  case named(String)
  /// An object with these keys.
  case structure([DescribedField])
  /// One of these strings.
  case enumeration([DescribedValue])
  /// An array of elements.
  case array(DescribedType)
  /// An object with keys of any name.
  case map(DescribedType)
  /// A value, null, or nothing at all.
  case nullable(DescribedType)
}

extension DescribedType: CustomStringConvertible {
  /// The type in one line, without its comments.
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
