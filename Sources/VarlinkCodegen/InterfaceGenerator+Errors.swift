import Varlink

/// The errors of an interface: one type with a case for each.
extension InterfaceGenerator {
  var errorDeclaration: [String] {
    if errors.isEmpty { return [] }
    let names = errors.map { "case \($0.swiftCase): \"\(interface.name).\($0.member.name)\"" }
    let body = SwiftCode.separated(
      [
        errors.flatMap { documented($0.member.documentation) + errorCase($0) },
        SwiftCode.switching("\(access)var name: String", over: "self", names),
        errorReader,
        SwiftCode.switching(
          "\(access)func writeFields(to writer: inout JSONWriter)",
          over: "self",
          errors.flatMap(writingCase)
        ),
      ] + errors.flatMap { inPlaceTypes($0.fields, owner: nil, prefix: $0.member.name) }
    )
    return SwiftCode.documentation(["Errors of `\(interface.name)`."])
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

struct SwiftError {
  let member: DescribedMember
  let fields: [DescribedField]

  /// The case, as a pattern names it.
  var swiftCase: String { ".\(SwiftNames.function(member.name))" }
}
