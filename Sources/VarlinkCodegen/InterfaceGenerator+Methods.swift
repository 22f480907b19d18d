/// Generates the methods of an interface (parameters, replies, client, and protocol of the server)
/// and its errors.
extension InterfaceGenerator {
  var methodDeclarations: [String] {
    SwiftCode.block("extension \(namespace)", SwiftCode.separated(methods.map(declaration)))
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
    let initializer = SwiftCode.block("\(access)init(_ caller: Caller)", ["self.caller = caller"])
    return documented(["Calls of `\(interface.name)`."])
      + SwiftCode.block(
        "\(access)struct \(prefix)Client<Caller: MethodCaller>: Sendable",
        SwiftCode.separated([["\(access)let caller: Caller"], initializer] + methods.flatMap(calls))
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
    let functions = methods.map { method in
      let request = method.input.isEmpty ? [] : ["_ request: \(method.fullType)"]
      return SwiftCode.list("func \(method.function)", ["_ call: MethodCall<\(method.fullType)>"] + request, "")
    }
    return documented(["Answers calls of `\(interface.name)`, on the loop of the server."])
      + SwiftCode.block("\(access)protocol \(prefix)Server: Actor", Array(functions.joined()))
  }

  var servedDeclaration: [String] {
    let served = methods.map { method in
      let (call, request) = method.input.isEmpty ? ("call", "_") : ("call, request", "request")
      let head = "(server, call, \(request): \(method.fullType)) in"
      return "ServedMethod(on: server) { \(head) server.\(method.function)(\(call)) },"
    }
    let function = SwiftCode.block(
      "\(access)static func \(SwiftNames.function(prefix))(_ server: some \(prefix)Server) -> ServedInterface",
      ["ServedInterface(\(namespace).self, ["] + SwiftCode.indented(served) + ["])"]
    )
    let comment = documented(["`\(interface.name)`, answered by an actor on the loop of the server."])
    return SwiftCode.block("extension ServedInterface", comment + function)
  }

  /// The errors of the interface: one type with a case for each.
  var errorDeclaration: [String] {
    if errors.isEmpty { return [] }
    let names = errors.map { "case \($0.swiftCase): \"\(interface.name).\($0.member.name)\"" }
    let body = SwiftCode.separated(
      [
        errors.flatMap { documented($0.member.documentation) + errorCase($0) },
        SwiftCode.switching("\(access)var name: String", over: "self", names),
        errorReader,
        SwiftCode.switching(fieldsWriter, over: "self", errors.flatMap(writingCase)),
      ] + errors.flatMap { inPlaceTypes($0.fields, owner: nil, prefix: $0.member.name) }
    )
    return documented(["Errors of `\(interface.name)`."])
      + SwiftCode.block("\(access)enum \(errorType): MethodError, Hashable", body)
  }

  private func fields(of error: SwiftError) -> [SwiftField] { swiftFields(error.fields, scope: error.member.name) }

  private func errorCase(_ error: SwiftError) -> [String] {
    let front = "case \(error.swiftCase.dropFirst())"
    let values = fields(of: error).map { "\($0.label): \($0.fullType)" }
    return values.isEmpty ? [front] : SwiftCode.list(front, values, "")
  }

  private var errorReader: [String] {
    let cases = errors.flatMap { error -> [String] in
      let front = "case \"\(interface.name).\(error.member.name)\":"
      let values = fields(of: error).map { "\($0.label): \($0.read)" }
      let value = "self = \(error.swiftCase)"
      return values.isEmpty ? ["\(front) \(value)"] : [front] + SwiftCode.indented(SwiftCode.list(value, values, ""))
    }
    let head = "\(access)init?(name: String, fields: inout JSONFields) throws(InvalidParameter)"
    return SwiftCode.switching(head, over: "name", cases + ["default: return nil"])
  }

  private func writingCase(_ error: SwiftError) -> [String] {
    let fields = fields(of: error)
    if fields.isEmpty { return ["case \(error.swiftCase): break"] }
    let names = fields.indices.map { "value\($0)" }
    return SwiftCode.list("case \(error.swiftCase)", names.map { "let \($0)" }, ":")
      + SwiftCode.indented(zip(fields, names).map { $0.write($1) })
  }
}

struct SwiftMethod {
  /// How many replies a call may have. Comments of methods say it in the words that systemd uses.
  enum Replies {
    case one, oneOrMore, more
  }

  private static let needsMore = "[Requires 'more' flag]"
  private static let mayHaveMore = "[Supports 'more' flag]"
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

struct SwiftError {
  let member: DescribedMember
  let fields: [DescribedField]

  /// The case as it is written in a pattern.
  var swiftCase: String { ".\(SwiftNames.function(member.name))" }
}
