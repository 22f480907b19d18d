/// A value of JSON as RFC 8259 has it; whole numbers stay exact, members stay in their order.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number without a fraction and an exponent that 64 bits hold.
  case integer(Int64)
  /// Every other number, as the nearest double.
  case float(Double)
  case string(String)
  case array([JSON])
  case object(JSONObject)

  /// What the value is, in a word.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .integer: "int"
    case .float: "float"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// The members of an object, in the order in which they came; no key is there twice.
public struct JSONObject: Sendable, Hashable {
  public struct Member: Sendable, Hashable {
    public let key: String
    public let value: JSON

    public init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  public private(set) var members: [Member] = []

  public init() {}

  /// Takes over members whose keys are known to differ.
  init(unique members: [Member]) {
    self.members = members
  }

  /// A key is its bytes: two texts that only look alike are two keys.
  public subscript(key: String) -> JSON? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index] = Member(key: key, value: value)
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  private func index(of key: String) -> Int? {
    members.firstIndex { $0.key.hasSameBytes(as: key) }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, JSON)...) {
    for (key, value) in members { self[key] = value }
  }
}

extension String {
  /// Whether the bytes are the same, which `==` does not ask for.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
