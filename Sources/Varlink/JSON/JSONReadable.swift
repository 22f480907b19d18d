public protocol JSONReadable: Sendable {
  init(json: JSONInput) throws(InvalidParameter)
}

/// A value that is read from a JSON object, such as a structure of an interface.
public protocol JSONObjectReadable: JSONReadable {
  init(fields: inout JSONFields) throws(InvalidParameter)
}

/// A JSON value to read, and how strictly.
public struct JSONInput: Sendable {
  public let value: JSON
  /// Whether unknown fields are skipped: a server refuses them, a client accepts those of a newer server.
  public let mayHoldMore: Bool

  public init(_ value: JSON, mayHoldMore: Bool = false) {
    self.value = value
    self.mayHoldMore = mayHoldMore
  }

  func with(_ value: JSON) -> JSONInput { JSONInput(value, mayHoldMore: mayHoldMore) }
}

/// A field that is missing, unknown or of another type.
public struct InvalidParameter: Error, Hashable, CustomStringConvertible {
  /// The name of the field without its parents; empty until a reader of fields adds it.
  public let field: String

  public init(field: String = "") {
    self.field = field
  }

  public var description: String { "cannot read '\(field)': missing, unknown, or of another type" }
}

extension JSONObjectReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .object(let object) = json.value else { throw InvalidParameter() }
    var fields = JSONFields(object, mayHoldMore: json.mayHoldMore)
    try self.init(fields: &fields)
    try fields.finish()
  }
}

public struct JSONFields: Sendable {
  private let object: JSONObject
  private let mayHoldMore: Bool
  private var taken: [String] = []
  private var hasTakenAll = false

  public init(_ object: JSONObject, mayHoldMore: Bool = false) {
    self.object = object
    self.mayHoldMore = mayHoldMore
  }

  /// Reads a field. An absent field counts as null.
  public mutating func read<Value: JSONReadable>(_ name: String) throws(InvalidParameter) -> Value {
    taken.append(name)
    do {
      return try Value(json: JSONInput(object[name] ?? .null, mayHoldMore: mayHoldMore))
    } catch {
      throw error.field.isEmpty ? InvalidParameter(field: name) : error
    }
  }

  mutating func takeAll() -> JSONObject {
    hasTakenAll = true
    return object
  }

  func finish() throws(InvalidParameter) {
    guard !mayHoldMore, !hasTakenAll, object.members.count > 0 else { return }
    for member in object.members where !taken.contains(where: { $0.hasSameBytes(as: member.key) }) {
      throw InvalidParameter(field: member.key)
    }
  }
}
