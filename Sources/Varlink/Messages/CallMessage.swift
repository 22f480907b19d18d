/// A call as it stands on the wire.
struct CallMessage: Hashable {
  var method: String
  var parameters = JSONObject()
  var wantsMore = false
  var isOneway = false
}

extension CallMessage {
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, nesting: Int) throws(WireViolation) -> CallMessage {
    var method: String?
    var call = CallMessage(method: "")
    for member in try MessageText.members(bytes, nesting: nesting) {
      switch (member.key, member.value) {
      case ("method", .string(let name)): method = name
      case ("parameters", .object(let object)): call.parameters = object
      case ("parameters", .null): break
      case ("more", .bool(let wantsMore)): call.wantsMore = wantsMore
      case ("oneway", .bool(let isOneway)): call.isOneway = isOneway
      case ("method", let value), ("parameters", let value), ("more", let value), ("oneway", let value):
        throw .wrongType(key: member.key, kind: value.kind)
      default: throw .unknownKey(member.key)
      }
    }
    guard let method else { throw .missingMethod }
    if call.wantsMore && call.isOneway { throw .moreAndOneway }
    call.method = method
    return call
  }

  /// A call's text; what is false or empty is left out, since peers compare it as it is.
  static func text(_ method: String, _ parameters: some JSONObjectWritable, _ kind: CallKind) -> [UInt8] {
    MessageText.writing { writer in
      writer.field("method", method)
      let fields = MessageText.object(parameters)
      if fields != MessageText.emptyObject {
        writer.key("parameters")
        writer.raw(fields)
      }
      if kind == .more { writer.field("more", true) }
      if kind == .oneway { writer.field("oneway", true) }
    }
  }
}

/// What a caller wants back: one reply, as many as there are, or none at all.
enum CallKind {
  case plain, more, oneway
}

/// What calls and replies have in common.
enum MessageText {
  static let emptyObject = Array("{}".utf8)

  static func members(
    _ bytes: UnsafeBufferPointer<UInt8>,
    nesting: Int
  ) throws(WireViolation) -> [JSONObject.Member] {
    let json: JSON
    do {
      json = try JSON(parsing: bytes, nesting: nesting)
    } catch {
      throw .notJSON(error)
    }
    guard case .object(let object) = json else { throw .notAnObject(kind: json.kind) }
    return object.members
  }

  static func object(_ value: some JSONObjectWritable) -> [UInt8] {
    var writer = JSONWriter()
    value.write(to: &writer)
    return writer.bytes
  }

  /// A whole message, the NUL included.
  static func writing(_ fields: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(fields)
    writer.endMessage()
    return writer.bytes
  }
}

/// No fields at all: of a method that takes nothing, or gives nothing back.
public struct NoFields: JSONObjectReadable, JSONObjectWritable, Hashable {
  public init() {}
  public init(fields: inout JSONFields) {}
  public func writeFields(to writer: inout JSONWriter) {}
}
