public protocol MethodError: Error, JSONObjectWritable {
  /// The full name, such as `org.varlink.service.InvalidParameter`.
  var name: String { get }

  /// Nil if the type has no error of this name.
  init?(name: String, fields: inout JSONFields) throws(InvalidParameter)
}

/// An error reply of any name, as it was received.
public struct ErrorReply: MethodError, Hashable {
  public let name: String
  public let parameters: JSONObject

  public init(name: String, parameters: JSONObject = JSONObject()) {
    self.name = name
    self.parameters = parameters
  }

  public init(name: String, fields: inout JSONFields) {
    self.init(name: name, parameters: fields.object)
  }

  public func writeFields(to writer: inout JSONWriter) {
    parameters.writeFields(to: &writer)
  }

  /// Converts to a type of errors; nil if it has no error of this name.
  public func typed<Typed: MethodError>(_: Typed.Type = Typed.self) -> Typed? {
    var fields = JSONFields(parameters, allowsUnknownFields: true)
    return try? Typed(name: name, fields: &fields)
  }
}

extension ErrorReply: CustomStringConvertible {
  public var description: String { parameters.members.isEmpty ? name : "\(name) \(JSON.object(parameters))" }
}

/// Errors of `org.varlink.service`, which every service may reply with.
public enum ServiceError: MethodError, Hashable {
  case interfaceNotFound(String)
  case methodNotFound(String)
  case methodNotImplemented(String)
  /// The name of the field without its parents, and what is wrong with it; other services may not
  /// say that.
  case invalidParameter(String, reason: String?)
  case permissionDenied
  case expectedMore

  static let interface = "org.varlink.service"

  public var name: String { "\(Self.interface).\(memberName)" }

  private var memberName: String {
    switch self {
    case .interfaceNotFound: "InterfaceNotFound"
    case .methodNotFound: "MethodNotFound"
    case .methodNotImplemented: "MethodNotImplemented"
    case .invalidParameter: "InvalidParameter"
    case .permissionDenied: "PermissionDenied"
    case .expectedMore: "ExpectedMore"
    }
  }

  public func writeFields(to writer: inout JSONWriter) {
    switch self {
    case .interfaceNotFound(let interface): writer.field("interface", interface)
    case .methodNotFound(let method), .methodNotImplemented(let method): writer.field("method", method)
    case .invalidParameter(let field, let reason):
      writer.field("parameter", field)
      writer.field("reason", reason)
    case .permissionDenied, .expectedMore: break
    }
  }

  public init?(name: String, fields: inout JSONFields) throws(InvalidParameter) {
    switch name {
    case "\(Self.interface).InterfaceNotFound": self = .interfaceNotFound(try fields.read("interface"))
    case "\(Self.interface).MethodNotFound": self = .methodNotFound(try fields.read("method"))
    case "\(Self.interface).MethodNotImplemented": self = .methodNotImplemented(try fields.read("method"))
    case "\(Self.interface).InvalidParameter":
      self = .invalidParameter(try fields.read("parameter"), reason: try fields.read("reason"))
    case "\(Self.interface).PermissionDenied": self = .permissionDenied
    case "\(Self.interface).ExpectedMore": self = .expectedMore
    default: return nil
    }
  }
}

extension ServiceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .interfaceNotFound(let interface): "cannot find 'interface \(interface)': the service does not have it"
    case .methodNotFound(let method): "cannot find 'method \(method)': the service does not have it"
    case .methodNotImplemented(let method): "cannot call '\(method)': it is described but not there"
    case .invalidParameter(let field, let reason):
      "cannot use '\(field)': \(reason ?? "it is missing, unknown or not valid")"
    case .permissionDenied: "cannot call 'method': permission denied"
    case .expectedMore: "cannot call 'method': it has to be asked for more"
    }
  }
}

/// The reason that a call has no reply.
public enum CallError: Error, Hashable {
  case answered(ErrorReply)
  case disconnected(ConnectionEnd)
  case unreadable(method: String, InvalidParameter)

  /// The error reply, if the type has an error of its name.
  public func answer<Typed: MethodError>(as _: Typed.Type = Typed.self) -> Typed? {
    guard case .answered(let reply) = self else { return nil }
    return reply.typed(Typed.self)
  }
}

extension CallError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answered(let reply): reply.typed(ServiceError.self).map { "\($0)" } ?? "\(reply)"
    case .disconnected(let end): "cannot call 'service': \(end)"
    case .unreadable(let method, let error): "cannot read 'reply to \(method)': \(error)"
    }
  }
}
