/// What a server says about itself, and the interfaces that it offers; `org.varlink.service` comes by itself.
public struct Service: Sendable {
  private let interfaces: [String: ServedInterface]

  public init(
    vendor: String,
    product: String,
    version: String,
    url: String,
    interfaces: [ServedInterface]
  ) {
    let own = interfaces.map { ($0.name, $0) }
    let names = (own.map(\.0) + [ServiceError.interface]).sorted()
    let info = ServiceInfo(vendor: vendor, product: product, version: version, url: url, interfaces: names)
    let descriptions = Dictionary(own.map { ($0.0, $0.1.description) }) { _, _ in
      preconditionFailure("an interface is served twice: \(names)")
    }
    let itself = ServedInterface.service(info, descriptions)
    self.interfaces = Dictionary(own + [(itself.name, itself)]) { _, own in own }
  }

  func handle(_ call: Call, _ parameters: JSONObject) {
    let dot = call.method.utf8.lastIndex(of: UInt8(ascii: "."))
    guard let dot else { return call.fail(.methodNotFound(call.method)) }
    let interface = String(call.method[..<dot])
    guard let served = interfaces[interface] else { return call.fail(.interfaceNotFound(interface)) }
    guard let method = served.methods[String(call.method[call.method.utf8.index(after: dot)...])] else {
      return call.fail(.methodNotFound(call.method))
    }
    if method.needsMore && !call.wantsMore { return call.fail(.expectedMore) }
    do {
      try method.handle(call, parameters)
    } catch {
      call.fail(.invalidParameter(error.field))
    }
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
