/// Generates the types of an interface, including those that fields define inline.
extension InterfaceGenerator {
  /// The declaration of a type in the namespace of the interface.
  func typeDeclaration(of member: DescribedMember) -> [String] {
    guard case .type(let type) = member.kind else { return [] }
    let name = SwiftNames.type(member.name)
    return switch options.uses[member.name] {
    case .declaredByHand: []
    case .existing(let swift): documented(member.documentation) + ["\(access)typealias \(name) = \(swift)"]
    case nil: declaration(of: type, name, member.documentation, owner: member.name)
    }
  }

  private func declaration(of type: DescribedType, _ name: String, _ comment: [String], owner: String?) -> [String] {
    switch type {
    case .structure(let fields):
      documented(comment) + SwiftCode.block("\(access)struct \(name): VarlinkValue", members(fields, owner: owner))
    case .enumeration(let values): documented(comment) + enumeration(name, values)
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
  func conformance(of member: DescribedMember) -> [String] {
    guard case .type(.enumeration(let values)) = member.kind, case .existing(let swift) = options.uses[member.name]
    else { return [] }
    let reading = values.map { "case \"\($0.name)\": self = .\(SwiftNames.value($0.name))" }
    let writing = values.map { "case .\(SwiftNames.value($0.name)): writer.string(\"\($0.name)\")" }
    let reader = "\(access)init(json: JSONInput) throws(InvalidParameter)"
    let names = values.map { "\"\($0.name)\"" }.joined(separator: ", ")
    let refusal = "throw InvalidParameter(expected: [\(names)], found: json.value)"
    let body = [
      SwiftCode.switching(reader, over: "try String(json: json)", reading + ["default: \(refusal)"]),
      SwiftCode.switching("\(access)func write(to writer: inout JSONWriter)", over: "self", writing),
    ]
    return SwiftCode.block("extension \(swift): JSONReadable, JSONWritable", SwiftCode.separated(body))
  }

  /// Properties, initializers and conversions of a structure, and the types that its fields define
  /// inline.
  func members(_ described: [DescribedField], owner: String? = nil, typealiases: [String] = []) -> [String] {
    let fields = swiftFields(described, owner: owner)
    let properties = fields.flatMap { field in
      documented(field.described.documentation)
        + ["\(field.isRecursive ? "@Indirect " : "")\(access)var \(field.property): \(field.fullType)"]
    }
    let parameters = SwiftCode.list("\(access)init", fields.map(\.parameter), "")
    let throwing = fields.isEmpty ? "" : " throws(InvalidParameter)"
    let reading = fields.map { "self.\($0.property) = \($0.read)" }
    let writing = fields.map { $0.write($0.qualified) }
    let functions = [
      SwiftCode.function(parameters, fields.map { "self.\($0.property) = \($0.property)" }),
      SwiftCode.block("\(access)init(fields: inout JSONFields)\(throwing)", reading),
      SwiftCode.block(fieldsWriter, writing),
    ]
    return SwiftCode.separated([typealiases, properties] + functions + inPlaceTypes(described, owner: owner))
  }

  var fieldsWriter: String { "\(access)func writeFields(to writer: inout JSONWriter)" }

  /// - Parameter scope: The prefix for the name of an inline type where it is not in scope.
  func swiftFields(_ fields: [DescribedField], owner: String? = nil, scope: String = "") -> [SwiftField] {
    zip(fields, SwiftNames.types(of: fields.map(\.name))).map { field, typeName in
      var (type, isNullable) = (field.type, false)
      if case .nullable(let wrapped) = type { (type, isNullable) = (wrapped, true) }
      let time = String(field.name.dropLast("Milliseconds".count))
      let isDuration = options.hasDurations && type == .int && !time.isEmpty && field.name == "\(time)Milliseconds"
      return SwiftField(
        described: field,
        name: isDuration ? time : field.name,
        type: isDuration ? "Duration" : swiftType(type, scope + typeName),
        isNullable: isNullable,
        isDuration: isDuration,
        isRecursive: owner.map { interface.leads(from: field.type, to: $0) } ?? false
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

  /// The types that fields define inline, named after the fields.
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

struct SwiftField {
  let described: DescribedField
  /// The property without the unit of a duration.
  let name: String
  /// The type without the question mark of a nullable field.
  let type: String
  let isNullable: Bool
  let isDuration: Bool
  /// Whether the type contains itself through this field.
  let isRecursive: Bool

  /// The property, with backticks where Swift needs them.
  var property: String { SwiftNames.value(name) }

  var key: String { described.name }

  var label: String { SwiftNames.label(name) }

  var fullType: String { isNullable ? "\(type)?" : type }

  var parameter: String { "\(property): \(fullType)\(isNullable ? " = nil" : "")" }

  /// The property, qualified where a parameter may have the same name.
  var qualified: String { ["fields", "writer"].contains(property) ? "self.\(property)" : property }

  /// An expression that takes the value from `fields`.
  var read: String {
    guard isDuration else { return "try fields.read(\"\(key)\")" }
    return isNullable
      ? "try (fields.read(\"\(key)\") as Milliseconds?)?.duration"
      : "try (fields.read(\"\(key)\") as Milliseconds).duration"
  }

  func write(_ value: String) -> String { "writer.field(\"\(key)\", \(isDuration ? "Milliseconds(\(value))" : value))" }
}

extension InterfaceDescription {
  /// Whether a value of `type` may contain one of the named type. Swift stores values inline, so a
  /// recursive property needs `@Indirect`.
  func leads(from type: DescribedType, to name: String) -> Bool {
    var found: Set<String> = []
    var open = type.storedTypes
    while let next = open.popFirst() {
      if next == name { return true }
      guard found.insert(next).inserted else { continue }
      if case .type(let type)? = members.first(where: { $0.name == next })?.kind { open.formUnion(type.storedTypes) }
    }
    return false
  }
}

extension DescribedType {
  /// The named types that a value stores inline. Arrays and maps store their elements out of line,
  /// which breaks the recursion.
  fileprivate var storedTypes: Set<String> {
    switch self {
    case .named(let name): [name]
    case .nullable(let wrapped): wrapped.storedTypes
    case .structure(let fields): fields.reduce(into: []) { $0.formUnion($1.type.storedTypes) }
    case .bool, .int, .float, .string, .object, .enumeration, .array, .map: []
    }
  }
}
