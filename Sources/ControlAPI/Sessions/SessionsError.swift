import Varlink

/// What the methods of `io.brightnessd.Sessions` refuse with.
public enum SessionsError: MethodError, Hashable {
  case noSuchScene(Int)
  case noSuchSession(Int)
  case invalidClaim(field: String, reason: String)
  case tooMany(String, limit: Int)

  public var name: String { "\(SessionsInterface.name).\(memberName)" }

  private var memberName: String {
    switch self {
    case .noSuchScene: "NoSuchScene"
    case .noSuchSession: "NoSuchSession"
    case .invalidClaim: "InvalidClaim"
    case .tooMany: "TooMany"
    }
  }

  public init?(name: String, fields: inout JSONFields) throws(InvalidParameter) {
    switch name {
    case "\(SessionsInterface.name).NoSuchScene": self = .noSuchScene(try fields.read("scene"))
    case "\(SessionsInterface.name).NoSuchSession": self = .noSuchSession(try fields.read("session"))
    case "\(SessionsInterface.name).InvalidClaim":
      self = .invalidClaim(field: try fields.read("field"), reason: try fields.read("reason"))
    case "\(SessionsInterface.name).TooMany":
      self = .tooMany(try fields.read("what"), limit: try fields.read("limit"))
    default: return nil
    }
  }

  public func writeFields(to writer: inout JSONWriter) {
    switch self {
    case .noSuchScene(let scene): writer.field("scene", scene)
    case .noSuchSession(let session): writer.field("session", session)
    case .invalidClaim(let field, let reason):
      writer.field("field", field)
      writer.field("reason", reason)
    case .tooMany(let what, let limit):
      writer.field("what", what)
      writer.field("limit", limit)
    }
  }
}

extension SessionsError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .noSuchScene(let scene): "cannot find 'scene \(scene)': the session does not have it"
    case .noSuchSession(let session): "cannot find 'session \(session)': there is none of this number"
    case .invalidClaim(let field, let reason): "cannot claim '\(field)': \(reason)"
    case .tooMany(let what, let limit): "cannot add '\(what)': \(limit) at most are allowed"
    }
  }
}
