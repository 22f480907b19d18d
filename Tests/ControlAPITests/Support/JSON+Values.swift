import Varlink

extension JSONObject {
  /// A value on the wire.
  init(_ value: some JSONObjectWritable) {
    var writer = JSONWriter()
    value.write(to: &writer)
    guard case .object(let object)? = try? JSON(parsing: writer.bytes) else { preconditionFailure("no object") }
    self = object
  }
}

extension JSONObjectReadable {
  init(parsing text: String) throws {
    try self.init(json: JSONInput(try JSON(parsing: text.utf8)))
  }
}
