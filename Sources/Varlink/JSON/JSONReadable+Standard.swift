extension Bool: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .bool(let value) = json.value else { throw InvalidParameter() }
    self = value
  }
}

extension Int64: JSONReadable {
  /// Doubles count without gaps up to here, so that a whole one below it is what was meant.
  private static let largestCounted = 9_007_199_254_740_991.0

  public init(json: JSONInput) throws(InvalidParameter) {
    switch json.value {
    case .integer(let value): self = value
    case .float(let value) where value.magnitude <= Self.largestCounted && value == value.rounded(): self.init(value)
    default: throw InvalidParameter()
    }
  }
}

extension Int: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard let value = Int(exactly: try Int64(json: json)) else { throw InvalidParameter() }
    self = value
  }
}

extension Double: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    switch json.value {
    case .integer(let value): self.init(value)
    case .float(let value): self = value
    default: throw InvalidParameter()
    }
  }
}

extension String: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .string(let value) = json.value else { throw InvalidParameter() }
    self = value
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .array(let elements) = json.value else { throw InvalidParameter() }
    self = []
    reserveCapacity(elements.count)
    for element in elements { append(try Element(json: json.with(element))) }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .object(let object) = json.value else { throw InvalidParameter() }
    self = [:]
    for member in object.members {
      // Keys of different bytes may be the same text to Swift.
      let former = updateValue(try Value(json: json.with(member.value)), forKey: member.key)
      if former != nil { throw InvalidParameter(field: member.key) }
    }
  }
}

extension Optional: JSONReadable where Wrapped: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    self = json.value == .null ? nil : try Wrapped(json: json)
  }
}

extension JSONReadable where Self: RawRepresentable, RawValue == String {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard let value = Self(rawValue: try String(json: json)) else { throw InvalidParameter() }
    self = value
  }
}

extension JSON: JSONReadable {
  public init(json: JSONInput) {
    self = json.value
  }
}

extension JSONObject: JSONReadable {
  public init(json: JSONInput) throws(InvalidParameter) {
    guard case .object(let object) = json.value else { throw InvalidParameter() }
    self = object
  }
}
