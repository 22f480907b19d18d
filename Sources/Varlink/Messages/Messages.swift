import EventLoop

/// A call message.
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

  /// Omits false and empty fields: the certification of python-varlink compares the text of calls.
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

/// Number of replies that a caller accepts: one, any number, or none.
enum CallKind {
  case plain, more, oneway
}

/// A reply message.
struct ReplyMessage: Hashable {
  var parameters = JSONObject()
  var continues = false
  var error: String?
}

extension ReplyMessage {
  /// Reads a reply, and skips fields that this client does not know.
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

/// Encoding of both kinds of messages.
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

  /// A complete message with its NUL.
  static func writing(_ fields: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(fields)
    writer.endMessage()
    return writer.bytes
  }
}

/// Parameters of a method without input, or a reply without output.
public struct NoFields: JSONObjectReadable, JSONObjectWritable, Hashable {
  public init() {}
  public init(fields: inout JSONFields) {}
  public func writeFields(to writer: inout JSONWriter) {}
}

/// A violation of the protocol by the peer, which ends the connection.
public enum WireViolation: Error, Hashable {
  case notJSON(JSONError)
  case emptyMessage
  case tooLong(limit: Int)
  /// The stream ended within a message.
  case cutShort
  case notAnObject(kind: String)
  case unknownKey(String)
  /// A field of the message itself has a value of another type.
  case wrongType(key: String, kind: String)
  case missingMethod
  case moreAndOneway
  case continuesUnasked
  case continuesAfterError
  case replyToNothing
}

extension WireViolation: CustomStringConvertible {
  public var description: String { "cannot read 'message': \(reason)" }

  private var reason: String {
    switch self {
    case .notJSON(let error): "\(error)"
    case .emptyMessage: "it is empty"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    case .cutShort: "the stream ended inside it"
    case .notAnObject(let kind): "it is no object, but \(kind)"
    case .unknownKey(let key): "the key \(key.quotedInShort) is unknown"
    case .wrongType(let key, let kind): "the key '\(key)' is of type \(kind)"
    case .missingMethod: "it names no method"
    case .moreAndOneway: "it asks for more and for nothing"
    case .continuesUnasked: "it continues although one reply was asked for"
    case .continuesAfterError: "it is an error that continues"
    case .replyToNothing: "no call waits for this reply"
    }
  }
}
