/// An error that a method answers with: a name on the wire, and fields.
public protocol MethodError: Error, JSONObjectWritable {
  /// With the interface in front: `org.varlink.service.InvalidParameter`.
  var name: String { get }

  /// Nil if the name is none of this type's.
  init?(name: String, fields: inout JSONFields) throws(InvalidParameter)
}

/// An error as it came: what a peer answered with, whatever it knows.
public struct ErrorReply: MethodError, Hashable {
  public let name: String
  public let parameters: JSONObject

  public init(name: String, parameters: JSONObject = JSONObject()) {
    self.name = name
    self.parameters = parameters
  }

  public init(name: String, fields: inout JSONFields) {
    self.init(name: name, parameters: fields.takeAll())
  }

  public func writeFields(to writer: inout JSONWriter) {
    parameters.writeFields(to: &writer)
  }

  /// The same in a type that knows its name and its fields; nil if that is another's.
  public func `as`<Typed: MethodError>(_: Typed.Type = Typed.self) -> Typed? {
    var fields = JSONFields(parameters, mayHoldMore: true)
    return try? Typed(name: name, fields: &fields)
  }
}

extension ErrorReply: CustomStringConvertible {
  public var description: String {
    parameters.members.isEmpty ? name : "\(name) \(JSON.object(parameters))"
  }
}
