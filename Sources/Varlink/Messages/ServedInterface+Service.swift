extension ServedInterface {
  /// `org.varlink.service`, which every server offers.
  static func service(_ info: ServiceInfo, _ descriptions: [String: String]) -> ServedInterface {
    let answer = ReplyMessage.text(info)
    return ServedInterface(
      ServiceError.interface,
      description: description,
      [
        ServedMethod("GetInfo") { call in call.finish(answer) },
        ServedMethod("GetInterfaceDescription") { (call, request: DescriptionRequest) in
          let text = request.interface == ServiceError.interface ? description : descriptions[request.interface]
          guard let text else { return call.fail(.interfaceNotFound(request.interface)) }
          call.reply(DescriptionReply(description: text))
        },
      ]
    )
  }

  private static let description = """
    # What every service says about itself.
    interface org.varlink.service

    # Who made the service, and which interfaces it offers.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The description of an interface, in the language of this text.
    method GetInterfaceDescription(interface: string) -> (description: string)

    error InterfaceNotFound (interface: string)

    error MethodNotFound (method: string)

    error MethodNotImplemented (method: string)

    error InvalidParameter (parameter: string)

    error PermissionDenied ()

    error ExpectedMore ()

    """
}

/// What `org.varlink.service.GetInterfaceDescription` takes.
struct DescriptionRequest: JSONObjectReadable, JSONObjectWritable {
  var interface: String

  init(interface: String) {
    self.interface = interface
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    interface = try fields.read("interface")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("interface", interface)
  }
}

/// What `org.varlink.service.GetInterfaceDescription` gives back.
struct DescriptionReply: JSONObjectReadable, JSONObjectWritable {
  var description: String

  init(description: String) {
    self.description = description
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    description = try fields.read("description")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("description", description)
  }
}
