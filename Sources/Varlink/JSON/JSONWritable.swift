/// A value that says itself in JSON.
public protocol JSONWritable: Sendable {
  func write(to writer: inout JSONWriter)
}

/// A value that is an object in JSON: a struct of an interface.
public protocol JSONObjectWritable: JSONWritable {
  func writeFields(to writer: inout JSONWriter)
}

extension JSONObjectWritable {
  public func write(to writer: inout JSONWriter) {
    writer.object { writeFields(to: &$0) }
  }
}

extension JSONWriter {
  /// A field of an object; one that has no value is left out.
  public mutating func field(_ name: String, _ value: (some JSONWritable)?) {
    guard let value else { return }
    key(name)
    value.write(to: &self)
  }
}

extension Bool: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int64: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Double: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.float(self) }
}

extension String: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.array { for element in self { element.write(to: &$0) } }
  }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    writer.object { for key in keys.sorted() { $0.field(key, self[key]) } }
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    guard let value = self else { return writer.null() }
    value.write(to: &writer)
  }
}

extension JSONWritable where Self: RawRepresentable, RawValue == String {
  public func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension JSON: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .float(let value): writer.float(value)
    case .string(let value): writer.string(value)
    case .array(let elements): elements.write(to: &writer)
    case .object(let object): object.write(to: &writer)
    }
  }
}

extension JSONObject: JSONObjectWritable {
  public func writeFields(to writer: inout JSONWriter) {
    for member in members {
      writer.key(member.key)
      member.value.write(to: &writer)
    }
  }
}
