/// Interfaces that a server offers, and its answer to `GetInfo`. `org.varlink.service` is added to
/// them.
public struct Service: Sendable {
  private let interfaces: Set<String>
  private let methods: [String: ServedMethod]

  public init(vendor: String, product: String, version: String, url: String, interfaces: [ServedInterface]) {
    let names = (interfaces.map(\.name) + [ServiceError.interface]).sorted()
    let info = ServiceInfo(vendor: vendor, product: product, version: version, url: url, interfaces: names)
    let all = interfaces + [.service(info, describing: interfaces)]
    self.interfaces = Set(all.map(\.name))
    precondition(self.interfaces.count == all.count, "an interface is served twice: \(names)")
    methods = Dictionary(
      uniqueKeysWithValues: all.flatMap { interface in interface.methods.map { ("\(interface.name).\($0.name)", $0) } }
    )
  }

  func handle(_ call: Call, _ parameters: JSONObject) {
    guard let method = methods[call.method] else { return call.fail(missing(call.method)) }
    if method.needsMore && !call.wantsMore { return call.fail(.expectedMore) }
    do {
      try method.handle(call, parameters)
    } catch {
      call.fail(.invalidParameter(error.field, reason: error.reason))
    }
  }

  /// Distinguishes an unknown interface from an unknown method of a known one.
  private func missing(_ method: String) -> ServiceError {
    guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return .methodNotFound(method) }
    let interface = String(method[..<dot])
    return interfaces.contains(interface) ? .methodNotFound(method) : .interfaceNotFound(interface)
  }
}

/// Reply to `org.varlink.service.GetInfo`.
public struct ServiceInfo: JSONObjectReadable, JSONObjectWritable, Hashable {
  public var vendor: String
  public var product: String
  public var version: String
  public var url: String
  public var interfaces: [String]

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("vendor", vendor)
    writer.field("product", product)
    writer.field("version", version)
    writer.field("url", url)
    writer.field("interfaces", interfaces)
  }
}

extension ServiceInfo {
  public init(fields: inout JSONFields) throws(InvalidParameter) {
    vendor = try fields.read("vendor")
    product = try fields.read("product")
    version = try fields.read("version")
    url = try fields.read("url")
    interfaces = try fields.read("interfaces")
  }
}

public struct ServedInterface: Sendable {
  public let name: String
  /// The reply to `GetInterfaceDescription`.
  public let description: String
  let methods: [ServedMethod]

  public init(_ name: String, description: String, _ methods: [ServedMethod]) {
    self.name = name
    self.description = description
    self.methods = methods
    precondition(Set(methods.map(\.name)).count == methods.count, "a method of '\(name)' is served twice")
  }
}

/// A method and its handler, which is called on the loop.
public struct ServedMethod: Sendable {
  public let name: String
  let needsMore: Bool
  let handle: @Sendable (Call, JSONObject) throws(InvalidParameter) -> Void

  /// A method with parameters. With `needsMore`, callers that accept only one reply get
  /// `ExpectedMore`.
  public init<Parameters: JSONObjectReadable>(
    _ name: String,
    needsMore: Bool = false,
    _ handle: @escaping @Sendable (Call, Parameters) -> Void
  ) {
    self.name = name
    self.needsMore = needsMore
    self.handle = { (call, parameters) throws(InvalidParameter) in
      handle(call, try Parameters(json: JSONInput(.object(parameters))))
    }
  }

  public init(_ name: String, needsMore: Bool = false, _ handle: @escaping @Sendable (Call) -> Void) {
    self.init(name, needsMore: needsMore) { (call, _: NoFields) in handle(call) }
  }
}

extension ServedInterface {
  /// `org.varlink.service`, which every server must offer.
  static func service(_ info: ServiceInfo, describing others: [ServedInterface]) -> ServedInterface {
    let descriptions = Dictionary(others.map { ($0.name, $0.description) }) { first, _ in first }
    return ServedInterface(
      ServiceError.interface,
      description: description,
      [
        ServedMethod("GetInfo") { call in call.reply(info) },
        ServedMethod("GetInterfaceDescription") { (call, request: DescriptionRequest) in
          let text = request.interface == ServiceError.interface ? description : descriptions[request.interface]
          guard let text else { return call.fail(.interfaceNotFound(request.interface)) }
          call.reply(["description": .string(text)] as JSONObject)
        },
      ]
    )
  }

  private static let description = """
    # Describes a service and its interfaces.
    interface org.varlink.service

    # Names the service, its version and its interfaces.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # Returns the description of an interface, in the language of this text.
    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)

    error MethodNotFound (method: string)

    error MethodNotImplemented (method: string)

    # The reason is for people. Other services may not give it.
    error InvalidParameter (parameter: string, reason: ?string)

    error PermissionDenied ()

    error ExpectedMore ()

    """
}

/// Parameters of `org.varlink.service.GetInterfaceDescription`.
struct DescriptionRequest: JSONObjectReadable {
  let interface: String

  init(fields: inout JSONFields) throws(InvalidParameter) {
    interface = try fields.read("interface")
  }
}
