import BrightnessVarlink

extension JSONObject {
  /// A value on the wire.
  public init(_ value: some JSONObjectWritable) {
    var writer = JSONWriter()
    value.write(to: &writer)
    guard let object = try? JSONObject(parsing: writer.bytes) else { preconditionFailure("no object") }
    self = object
  }
}

extension JSONReadable {
  public init(parsing text: String) throws { try self.init(parsing: text.utf8) }

  init(parsing bytes: some Sequence<UInt8>) throws { try self.init(json: JSONInput(try JSON(parsing: bytes))) }
}
