/// A value that is read from JSON, and from nothing but what it stands for.
public protocol JSONReadable: Sendable {
  init(json: JSONInput) throws(InvalidParameter)
}

/// A value that is read from an object: a struct of an interface.
public protocol JSONObjectReadable: JSONReadable {
  init(fields: inout JSONFields) throws(InvalidParameter)
}

/// What is to be read, and whether it may hold more than its reader knows.
public struct JSONInput: Sendable {
  public let value: JSON
  /// A server refuses what it does not know; a client passes over what a newer server adds.
  public let mayHoldMore: Bool

  public init(_ value: JSON, mayHoldMore: Bool = false) {
    self.value = value
    self.mayHoldMore = mayHoldMore
  }

  func with(_ value: JSON) -> JSONInput { JSONInput(value, mayHoldMore: mayHoldMore) }
}

/// A field that is missing, of another type than wanted, or unknown.
public struct InvalidParameter: Error, Hashable, CustomStringConvertible {
  /// The bare name of the field; empty as long as nobody has named it.
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

/// The fields of an object, taken one by one.
public struct JSONFields: Sendable {
  private let object: JSONObject
  private let mayHoldMore: Bool
  private var taken: [String] = []
  private var hasTakenAll = false

  public init(_ object: JSONObject, mayHoldMore: Bool = false) {
    self.object = object
    self.mayHoldMore = mayHoldMore
  }

  /// Takes a field; one that is absent counts as null, so an optional is nil.
  public mutating func read<Value: JSONReadable>(_ name: String) throws(InvalidParameter) -> Value {
    taken.append(name)
    do {
      return try Value(json: JSONInput(object[name] ?? .null, mayHoldMore: mayHoldMore))
    } catch {
      throw error.field.isEmpty ? InvalidParameter(field: name) : error
    }
  }

  /// Takes what there is, known or not.
  mutating func takeAll() -> JSONObject {
    hasTakenAll = true
    return object
  }

  /// Refuses the first field that nobody took.
  func finish() throws(InvalidParameter) {
    guard !mayHoldMore, !hasTakenAll, object.members.count > 0 else { return }
    for member in object.members where !taken.contains(where: { $0.hasSameBytes(as: member.key) }) {
      throw InvalidParameter(field: member.key)
    }
  }
}
