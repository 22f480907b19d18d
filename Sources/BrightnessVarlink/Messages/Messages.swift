import BrightnessEventLoop

struct CallMessage: Hashable {
  var method: String
  var parameters = JSONObject()
  var kind = CallKind.plain
}

/// How many replies a caller accepts: one, any number, or none.
enum CallKind {
  case plain, more, oneway
}

extension CallMessage {
  init(_ object: JSONObject) throws(WireViolation) {
    var method: String?
    var wantsMore = false
    var isOneway = false
    self.init(method: "")
    for member in object.members {
      switch (member.key, member.value) {
      case ("method", .string(let name)): method = name
      case ("parameters", .object(let object)): parameters = object
      case ("parameters", .null): break
      case ("more", .bool(let value)): wantsMore = value
      case ("oneway", .bool(let value)): isOneway = value
      case ("method", let value), ("parameters", let value), ("more", let value), ("oneway", let value):
        throw .wrongType(key: member.key, kind: value.kind)
      default: throw .unknownKey(member.key)
      }
    }
    guard let method else { throw .missingMethod }
    if wantsMore && isOneway { throw .moreAndOneway }
    self.method = method
    kind = wantsMore ? .more : isOneway ? .oneway : .plain
  }

  /// Omits false and empty fields: the certification of python-varlink compares the text of calls.
  static func text(_ method: String, _ parameters: some JSONObjectWritable, _ kind: CallKind) -> [UInt8] {
    message { writer in
      writer.field("method", method)
      // Only writing the fields shows whether there are any.
      var fields = JSONWriter()
      parameters.writeFields(to: &fields)
      if !fields.bytes.isEmpty { writer.field("parameters", parameters) }
      if kind == .more { writer.field("more", true) }
      if kind == .oneway { writer.field("oneway", true) }
    }
  }
}

struct ReplyMessage: Hashable {
  var parameters = JSONObject()
  var continues = false
  var error: String?
}

extension ReplyMessage {
  /// Reads a reply, and skips fields that this client does not know.
  init(_ object: JSONObject) throws(WireViolation) {
    self.init()
    for member in object.members {
      switch (member.key, member.value) {
      case ("parameters", .object(let object)): parameters = object
      case ("continues", .bool(let value)): continues = value
      case ("error", .string(let name)): error = name
      case ("parameters", .null), ("continues", .null), ("error", .null): break
      case ("parameters", let value), ("continues", let value), ("error", let value):
        throw .wrongType(key: member.key, kind: value.kind)
      default: break
      }
    }
    if continues && error != nil { throw .continuesAfterError }
  }

  static func text(_ parameters: some JSONObjectWritable, continues: Bool = false) -> [UInt8] {
    message { writer in
      writer.field("parameters", parameters)
      if continues { writer.field("continues", true) }
    }
  }

  static func text(_ error: some MethodError) -> [UInt8] {
    message { writer in
      writer.field("error", error.name)
      writer.field("parameters", error)
    }
  }
}

private func message(_ fields: (inout JSONWriter) -> Void) -> [UInt8] {
  var writer = JSONWriter()
  writer.object(fields)
  writer.terminate()
  return writer.bytes
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
  case cutShort
  case passedDescriptors
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
    case .passedDescriptors: "descriptors were passed with it"
    case .notAnObject(let kind): "it is not an object but of type \(kind)"
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

/// Received bytes, split into messages at each NUL.
struct FrameBuffer {
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  /// The offset up to which the bytes were searched for a NUL, so that a long message that arrives
  /// in small pieces is searched only once.
  private var searched = 0

  private let mostTaken: Int

  init(limit: Int, mostTaken: Int = Self.mostTaken) {
    self.limit = limit
    self.mostTaken = mostTaken
  }

  /// How many bytes of taken messages may stay in memory.
  static let mostTaken = 4 << 10

  var count: Int { bytes.count - start }

  /// Bytes in memory, including those of taken messages.
  var size: Int { bytes.count }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    // A peer that pipelines keeps the buffer from ever becoming empty, so compact here.
    if start > mostTaken { forget() }
    bytes += new
  }

  /// Whether a message is complete. Remembers how far it has searched.
  mutating func findMessage() -> Bool {
    if bytes[searched...].contains(0) { return true }
    searched = bytes.count
    return false
  }

  /// The next message without its NUL; nil if none is complete yet.
  mutating func next() throws(WireViolation) -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: 0) else {
      guard count <= limit else { throw .tooLong(limit: limit) }
      // Nothing is copied while a long message arrives in small pieces.
      if start > 0 { drop(to: start) }
      searched = bytes.count
      return nil
    }
    let message = take(to: end)
    guard !message.isEmpty else { throw .emptyMessage }
    guard message.count <= limit else { throw .tooLong(limit: limit) }
    return message
  }

  /// Takes the message that ends at a NUL. The only message in the buffer, the usual case, is not
  /// copied.
  private mutating func take(to end: Int) -> [UInt8] {
    guard start == 0, end == bytes.count - 1 else {
      let message = Array(bytes[start..<end])
      start = end + 1
      searched = end + 1
      if start == bytes.count { drop(to: start) }
      return message
    }
    var message = bytes
    drop(to: bytes.count)
    message.removeLast()
    return message
  }

  /// Removes taken messages in place, since this may happen for every few of them.
  private mutating func forget() {
    bytes.removeFirst(start)
    searched -= start
    start = 0
  }

  /// Frees the memory of messages that were read.
  private mutating func drop(to end: Int) {
    bytes = end == bytes.count ? [] : Array(bytes[end...])
    start = 0
    searched = 0
  }
}
