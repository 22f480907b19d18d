/// An interface as a server offers it: its description, and who answers its methods.
public struct ServedInterface: Sendable {
  public let name: String
  /// The text that `GetInterfaceDescription` gives back.
  public let description: String
  let methods: [ServedMethod]

  public init(_ name: String, description: String, _ methods: [ServedMethod]) {
    self.name = name
    self.description = description
    self.methods = methods
    precondition(Set(methods.map(\.name)).count == methods.count, "a method of '\(name)' is served twice")
  }
}

/// A method, and the function that answers its calls on the loop.
public struct ServedMethod: Sendable {
  /// Without the interface.
  public let name: String
  let needsMore: Bool
  let handle: @Sendable (Call, JSONObject) throws(InvalidParameter) -> Void

  /// A method with parameters; one that `needsMore` answers whoever wants a single reply with `ExpectedMore`.
  public init<Request: JSONObjectReadable>(
    _ name: String,
    needsMore: Bool = false,
    _ handle: @escaping @Sendable (Call, Request) -> Void
  ) {
    self.name = name
    self.needsMore = needsMore
    self.handle = { (call, parameters) throws(InvalidParameter) in
      handle(call, try Request(json: JSONInput(.object(parameters))))
    }
  }

  /// A method without parameters.
  public init(_ name: String, needsMore: Bool = false, _ handle: @escaping @Sendable (Call) -> Void) {
    self.init(name, needsMore: needsMore) { (call, _: NoFields) in handle(call) }
  }
}
