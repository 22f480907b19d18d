import EventLoop

/// How a peer broke the rules of the wire; it ends the connection.
public enum WireViolation: Error, Hashable {
  case notJSON(JSONError)
  case emptyMessage
  case tooLong(limit: Int)
  /// The stream ended inside a message.
  case cutShort
  case notAnObject(kind: String)
  case unknownKey(String)
  /// A key of the message itself has a value of another type.
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
    case .continuesUnasked: "it continues although nobody asked for more"
    case .continuesAfterError: "it is an error that continues"
    case .replyToNothing: "nobody asked for this reply"
    }
  }
}
