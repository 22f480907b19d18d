import Varlink

/// The errors of an interface: one type with a case for each.
extension InterfaceGenerator {
  var errorDeclaration: [String] {
    if errors.isEmpty { return [] }
    let body = SwiftCode.separated(
      [
        errors.flatMap { documented($0.member.documentation) + errorCase($0) },
        errorName,
        errorReader,
        errorWriter,
      ] + errors.flatMap { inPlaceTypes($0.fields, owner: nil, prefix: $0.member.name) }
    )
    return SwiftCode.documentation(["Errors of `\(interface.name)`."])
      + SwiftCode.block("\(access)enum \(errorType): MethodError, Hashable", body)
  }

  private typealias Described = (member: DescribedMember, fields: [DescribedField])

  private func fields(of error: Described) -> [SwiftField] { swiftFields(error.fields, scope: error.member.name) }

  private func errorCase(_ error: Described) -> [String] {
    let front = "case \(SwiftNames.function(error.member.name))"
    let values = fields(of: error).map { "\($0.label): \($0.fullType)" }
    return values.isEmpty ? [front] : SwiftCode.list(front, values, "")
  }

  private var errorName: [String] {
    let names = errors.map {
      "case .\(SwiftNames.function($0.member.name)): \"\(interface.name).\($0.member.name)\""
    }
    return SwiftCode.block("\(access)var name: String", ["switch self {"] + names + ["}"])
  }

  private var errorReader: [String] {
    let cases = errors.flatMap { error -> [String] in
      let front = "case \"\(interface.name).\(error.member.name)\":"
      let values = fields(of: error).map { "\($0.label): \($0.read)" }
      let value = "self = .\(SwiftNames.function(error.member.name))"
      return values.isEmpty
        ? ["\(front) \(value)"]
        : [front] + SwiftCode.indented(SwiftCode.list(value, values, ""))
    }
    return SwiftCode.block(
      "\(access)init?(name: String, fields: inout JSONFields) throws(InvalidParameter)",
      ["switch name {"] + cases + ["default: return nil", "}"]
    )
  }

  private var errorWriter: [String] {
    let cases = errors.flatMap { error -> [String] in
      let fields = fields(of: error)
      let names = fields.indices.map { "value\($0)" }
      let front = "case .\(SwiftNames.function(error.member.name))"
      if fields.isEmpty { return ["\(front): break"] }
      return SwiftCode.list(front, names.map { "let \($0)" }, ":")
        + SwiftCode.indented(zip(fields, names).map { $0.write($1) })
    }
    return SwiftCode.block(
      "\(access)func writeFields(to writer: inout JSONWriter)",
      ["switch self {"] + cases + ["}"]
    )
  }
}
