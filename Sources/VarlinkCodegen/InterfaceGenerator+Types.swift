import Varlink

/// Types of an interface, and those of fields that describe their type in place.
extension InterfaceGenerator {
  /// The declaration of a member that is a type; `isOutside` if it does not belong into the namespace.
  func typeDeclaration(of member: DescribedMember) -> [(lines: [String], isOutside: Bool)] {
    guard case .type(let type) = member.kind else { return [] }
    let name = SwiftNames.type(member.name)
    switch options.uses[member.name] {
    case .declaredByHand: return []
    case .existing(let swift):
      let alias = documented(member.documentation) + ["\(access)typealias \(name) = \(swift)"]
      guard case .enumeration(let values) = type else { return [(alias, false)] }
      return [(alias, false), (conformance(of: swift, values), true)]
    case nil:
      return [(declaration(of: type, name, member.documentation, owner: member.name), false)]
    }
  }

  private func declaration(
    of type: DescribedType,
    _ name: String,
    _ documentation: [String],
    owner: String?
  ) -> [String] {
    switch type {
    case .structure(let fields):
      documented(documentation)
        + SwiftCode.block("\(access)struct \(name): VarlinkValue", members(fields, owner: owner))
    case .enumeration(let values): documented(documentation) + enumeration(name, values)
    default: []
    }
  }

  private func enumeration(_ name: String, _ values: [DescribedValue]) -> [String] {
    let cases = values.flatMap { value in
      let swift = SwiftNames.value(value.name)
      let raw = swift.filter { $0 != "`" } == value.name ? "" : " = \"\(value.name)\""
      return documented(value.documentation) + ["case \(swift)\(raw)"]
    }
    return SwiftCode.block("\(access)enum \(name): String, CaseIterable, JSONReadable, JSONWritable", cases)
  }

  /// Conversions of an existing type: it does not compile unless it has the same cases.
  private func conformance(of swift: String, _ values: [DescribedValue]) -> [String] {
    let reading = values.map { "case \"\($0.name)\": self = .\(SwiftNames.value($0.name))" }
    let writing = values.map { "case .\(SwiftNames.value($0.name)): writer.string(\"\($0.name)\")" }
    let reader = "\(access)init(json: JSONInput) throws(InvalidParameter)"
    let body = [
      SwiftCode.switching(reader, over: "try String(json: json)", reading + ["default: throw InvalidParameter()"]),
      SwiftCode.switching("\(access)func write(to writer: inout JSONWriter)", over: "self", writing),
    ]
    return SwiftCode.block("extension \(swift): JSONReadable, JSONWritable", SwiftCode.separated(body))
  }

  /// Properties, initialisers and conversions of a structure, and the types that its fields describe in place.
  func members(_ described: [DescribedField], owner: String? = nil, typealiases: [String] = []) -> [String] {
    let fields = swiftFields(described, owner: owner)
    let properties = fields.flatMap { field in
      documented(field.documentation)
        + ["\(field.isRecursive ? "@Indirect " : "")\(access)var \(field.property): \(field.fullType)"]
    }
    let parameters = SwiftCode.list("\(access)init", fields.map(\.parameter), "")
    let throwing = fields.isEmpty ? "" : " throws(InvalidParameter)"
    let reading = fields.map { "self.\($0.property) = \($0.read)" }
    let writing = fields.map { $0.write($0.qualified) }
    let functions = [
      SwiftCode.function(parameters, fields.map { "self.\($0.property) = \($0.property)" }),
      SwiftCode.block("\(access)init(fields: inout JSONFields)\(throwing)", reading),
      SwiftCode.block("\(access)func writeFields(to writer: inout JSONWriter)", writing),
    ]
    return SwiftCode.separated([typealiases, properties] + functions + inPlaceTypes(described, owner: owner))
  }

  /// - Parameter scope: What stands before the name of a type that is described in place, where it is not in sight.
  func swiftFields(_ fields: [DescribedField], owner: String? = nil, scope: String = "") -> [SwiftField] {
    zip(fields, SwiftNames.types(of: fields.map(\.name))).map { field, typeName in
      var (type, isNullable) = (field.type, false)
      if case .nullable(let wrapped) = type { (type, isNullable) = (wrapped, true) }
      let time = String(field.name.dropLast("Milliseconds".count))
      let isDuration = options.hasDurations && type == .int && !time.isEmpty && field.name == "\(time)Milliseconds"
      let name = isDuration ? time : field.name
      return SwiftField(
        key: field.name,
        name: name,
        type: isDuration ? "Duration" : swiftType(type, scope + typeName),
        isNullable: isNullable,
        isDuration: isDuration,
        isRecursive: owner.map { interface.leads(from: field.type, to: $0) } ?? false,
        documentation: field.documentation
      )
    }
  }

  private func swiftType(_ type: DescribedType, _ inPlace: String) -> String {
    switch type {
    case .bool: "Bool"
    case .int: "Int"
    case .float: "Double"
    case .string: "String"
    case .object: "JSONObject"
    case .named(let name): "\(namespace).\(SwiftNames.type(name))"
    case .structure(let fields): fields.isEmpty ? "NoFields" : inPlace
    case .enumeration: inPlace
    case .array(let element): "[\(swiftType(element, inPlace))]"
    case .map(let element): "[String: \(swiftType(element, inPlace))]"
    case .nullable(let wrapped): "\(swiftType(wrapped, inPlace))?"
    }
  }

  /// The types that fields describe in place, named after their fields.
  func inPlaceTypes(_ fields: [DescribedField], owner: String?, prefix: String = "") -> [[String]] {
    zip(fields, SwiftNames.types(of: fields.map(\.name))).map { field, typeName in
      let type = field.type.innermost
      if case .structure(let inner) = type, inner.isEmpty { return [] }
      return declaration(of: type, prefix + typeName, ["Type of `\(field.name)`."], owner: owner)
    }
  }
}

extension DescribedType {
  /// The type without the arrays, maps and question marks around it.
  fileprivate var innermost: DescribedType {
    switch self {
    case .array(let inner), .map(let inner), .nullable(let inner): inner.innermost
    default: self
    }
  }
}
