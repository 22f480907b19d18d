/// What every service may answer with, whatever its interfaces are.
public enum ServiceError: MethodError, Hashable {
  case interfaceNotFound(String)
  /// With the interface in front.
  case methodNotFound(String)
  case methodNotImplemented(String)
  /// The bare name of the field.
  case invalidParameter(String)
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
    case .invalidParameter(let field): writer.field("parameter", field)
    case .permissionDenied, .expectedMore: break
    }
  }

  public init?(name: String, fields: inout JSONFields) throws(InvalidParameter) {
    switch name {
    case "\(Self.interface).InterfaceNotFound": self = .interfaceNotFound(try fields.read("interface"))
    case "\(Self.interface).MethodNotFound": self = .methodNotFound(try fields.read("method"))
    case "\(Self.interface).MethodNotImplemented": self = .methodNotImplemented(try fields.read("method"))
    case "\(Self.interface).InvalidParameter": self = .invalidParameter(try fields.read("parameter"))
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
    case .invalidParameter(let field): "cannot call 'method': the parameter '\(field)' is missing, unknown or invalid"
    case .permissionDenied: "cannot call 'method': permission denied"
    case .expectedMore: "cannot call 'method': it has to be asked for more"
    }
  }
}
