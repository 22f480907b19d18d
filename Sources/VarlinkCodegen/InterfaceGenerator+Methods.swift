import Varlink

/// Methods of an interface: their parameters and replies, a client, and the protocol of a server.
extension InterfaceGenerator {
  var methodDeclarations: [String] {
    if methods.isEmpty { return [] }
    return SwiftCode.block("extension \(namespace)", SwiftCode.separated(methods.map(declaration)))
  }

  private func declaration(of method: SwiftMethod) -> [String] {
    let typealiases =
      ["\(access)typealias Interface = \(namespace)"]
      + (method.output.isEmpty ? ["\(access)typealias Reply = NoFields"] : [])
      + ["\(access)static let methodName = \"\(method.member.name)\""]
      + (method.replies == .more ? ["\(access)static let needsMore = true"] : [])
    let reply = SwiftCode.block("\(access)struct Reply: VarlinkValue", members(method.output))
    let body =
      members(method.input, typealiases: typealiases)
      + (method.output.isEmpty ? [] : ["", "/// Reply to `\(method.member.name)`."] + reply)
    return documented(method.member.documentation)
      + SwiftCode.block("\(access)struct \(method.type): VarlinkMethod", body)
  }

  var clientDeclaration: [String] {
    if methods.isEmpty { return [] }
    let body = [
      ["\(access)let caller: Caller"],
      SwiftCode.block("\(access)init(_ caller: Caller)", ["self.caller = caller"]),
    ]
    return SwiftCode.documentation(["Calls of `\(interface.name)`."])
      + SwiftCode.block(
        "\(access)struct \(prefix)Client<Caller: MethodCaller>: Sendable",
        SwiftCode.separated(body + methods.flatMap(calls))
      )
  }

  /// One function, or two where the caller chooses how many replies it wants.
  private func calls(of method: SwiftMethod) -> [[String]] {
    let fields = swiftFields(method.input, scope: "\(method.fullType).")
    let parameters = fields.map(\.parameter)
    let call = SwiftCode.list(method.fullType, fields.map { "\($0.label): \($0.property)" }, "")
    func function(_ name: String, _ result: String, _ front: String, _ label: String = "") -> [String] {
      let body =
        call.count == 1
        ? ["\(front)(\(label)\(call[0]))"]
        : ["\(front)(", "  \(label)\(call[0])"] + SwiftCode.indented(Array(call.dropFirst())) + [")"]
      return documented(method.member.documentation)
        + SwiftCode.function(SwiftCode.list("\(access)func \(name)", parameters, result), body)
    }
    let replies = " -> MethodReplies<\(method.fullType), Caller.CallFailure>"
    let isSilent = method.output.isEmpty
    let reply = " async throws(Caller.CallFailure)" + (isSilent ? "" : " -> \(method.fullType).Reply")
    let one = function(method.function, reply, isSilent ? "_ = try await caller.call" : "try await caller.call")
    switch method.replies {
    case .one: return [one]
    case .more: return [function(method.function, replies, "caller.replies", "to: ")]
    case .oneOrMore:
      let name = "\(method.function.filter { $0 != "`" })Replies"
      return [one, function(name, replies, "caller.replies", "to: ")]
    }
  }

  var serverDeclaration: [String] {
    if methods.isEmpty { return [] }
    let functions = methods.map { method in
      let request = method.input.isEmpty ? [] : ["_ request: \(method.fullType)"]
      return SwiftCode.list("func \(method.function)", ["_ call: MethodCall<\(method.fullType)>"] + request, "")
    }
    return SwiftCode.documentation(["Answers calls of `\(interface.name)`, on the loop of the server."])
      + SwiftCode.block("\(access)protocol \(prefix)Server: Actor", Array(functions.joined()))
  }

  var servedDeclaration: [String] {
    if methods.isEmpty { return [] }
    let served = methods.map { method in
      let call = method.input.isEmpty ? "call" : "call, request"
      let request = method.input.isEmpty ? "_" : "request"
      return
        "ServedMethod(on: server) { (server, call, \(request): \(method.fullType)) in server.\(method.function)(\(call)) },"
    }
    let function = SwiftCode.block(
      "\(access)static func \(SwiftNames.function(prefix))(_ server: some \(prefix)Server) -> ServedInterface",
      ["ServedInterface(\(namespace).self, ["] + SwiftCode.indented(served) + ["])"]
    )
    let comment = SwiftCode.documentation(["`\(interface.name)`, answered by an actor on the loop of the server."])
    return SwiftCode.block("extension ServedInterface", comment + function)
  }
}

struct SwiftMethod {
  /// How many replies a call may have, as systemd says it in the comment of a method.
  enum Replies {
    case one, oneOrMore, more
  }

  static let needsMore = "[Requires 'more' flag]"
  static let mayHaveMore = "[Supports 'more' flag]"
  static let markers = [needsMore, mayHaveMore]

  let member: DescribedMember
  let input: [DescribedField]
  let output: [DescribedField]
  let namespace: String

  /// The type of a call, such as `Set`.
  var type: String { SwiftNames.type(member.name) }
  var fullType: String { "\(namespace).\(type)" }
  var function: String { SwiftNames.function(member.name) }

  var replies: Replies {
    if member.documentation.contains(Self.needsMore) { return .more }
    return member.documentation.contains(Self.mayHaveMore) ? .oneOrMore : .one
  }
}
