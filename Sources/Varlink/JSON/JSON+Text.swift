extension JSON {
  /// Reads one value from a text, which is all of `bytes`.
  public init(parsing bytes: some Sequence<UInt8>, nesting: Int = WireLimits().nesting) throws(JSONError) {
    let bytes = ContiguousArray(bytes)
    var result = Result<JSON, JSONError>.success(.null)
    bytes.withUnsafeBufferPointer { buffer in
      result = Result { () throws(JSONError) in try JSON(parsing: buffer, nesting: nesting) }
    }
    self = try result.get()
  }

  init(parsing bytes: UnsafeBufferPointer<UInt8>, nesting: Int) throws(JSONError) {
    var parser = JSONParser(bytes, nesting: nesting)
    self = try parser.text()
  }
}

extension JSON: CustomStringConvertible {
  /// The text in one line, without spaces.
  public var description: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
