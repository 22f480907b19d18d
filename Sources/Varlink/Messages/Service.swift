/// What a server says about itself, and the interfaces that it offers; `org.varlink.service` comes by itself.
public struct Service: Sendable {
  private let interfaces: Set<String>
  private let methods: MethodTable

  public init(
    vendor: String,
    product: String,
    version: String,
    url: String,
    interfaces: [ServedInterface]
  ) {
    let names = (interfaces.map(\.name) + [ServiceError.interface]).sorted()
    let info = ServiceInfo(vendor: vendor, product: product, version: version, url: url, interfaces: names)
    let all = interfaces + [.service(info, describing: interfaces)]
    self.interfaces = Set(all.map(\.name))
    precondition(self.interfaces.count == all.count, "an interface is served twice: \(names)")
    methods = MethodTable(all)
  }

  func handle(_ call: Call, _ parameters: JSONObject) {
    guard let method = methods[call.method] else { return call.fail(missing(call.method)) }
    if method.needsMore && !call.wantsMore { return call.fail(.expectedMore) }
    do {
      try method.handle(call, parameters)
    } catch {
      call.fail(.invalidParameter(error.field))
    }
  }

  /// What there is not: the interface, or a method of it.
  private func missing(_ method: String) -> ServiceError {
    guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return .methodNotFound(method) }
    let interface = String(method[..<dot])
    return interfaces.contains(interface) ? .methodNotFound(method) : .interfaceNotFound(interface)
  }
}

/// What `org.varlink.service.GetInfo` answers.
public struct ServiceInfo: JSONObjectReadable, JSONObjectWritable, Hashable {
  public var vendor: String
  public var product: String
  public var version: String
  public var url: String
  public var interfaces: [String]

  init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = interfaces
  }

  public init(fields: inout JSONFields) throws(InvalidParameter) {
    vendor = try fields.read("vendor")
    product = try fields.read("product")
    version = try fields.read("version")
    url = try fields.read("url")
    interfaces = try fields.read("interfaces")
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("vendor", vendor)
    writer.field("product", product)
    writer.field("version", version)
    writer.field("url", url)
    writer.field("interfaces", interfaces)
  }
}
