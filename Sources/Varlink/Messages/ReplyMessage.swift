/// A reply as it stands on the wire.
struct ReplyMessage: Hashable {
  var parameters = JSONObject()
  var continues = false
  var error: String?
}

extension ReplyMessage {
  /// Reads what a server sent; what it adds of its own is passed over.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, nesting: Int) throws(WireViolation) -> ReplyMessage {
    var reply = ReplyMessage()
    for member in try MessageText.members(bytes, nesting: nesting) {
      switch (member.key, member.value) {
      case ("parameters", .object(let object)): reply.parameters = object
      case ("continues", .bool(let continues)): reply.continues = continues
      case ("error", .string(let error)): reply.error = error
      case ("parameters", .null), ("continues", .null), ("error", .null): break
      case ("parameters", let value), ("continues", let value), ("error", let value):
        throw .wrongType(key: member.key, kind: value.kind)
      default: break
      }
    }
    if reply.continues && reply.error != nil { throw .continuesAfterError }
    return reply
  }

  static func text(_ parameters: some JSONObjectWritable, continues: Bool = false) -> [UInt8] {
    MessageText.writing { writer in
      writer.field("parameters", parameters)
      if continues { writer.field("continues", true) }
    }
  }

  static func text(_ error: some MethodError) -> [UInt8] {
    MessageText.writing { writer in
      writer.field("error", error.name)
      writer.field("parameters", error)
    }
  }
}
