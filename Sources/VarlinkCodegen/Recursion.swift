import Varlink

extension InterfaceDescription {
  /// Whether a value of `type` may contain one of the named type: Swift needs to know, since it stores a value inside its container.
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
  /// The named types that a value stores inside itself. Arrays and maps keep their elements elsewhere, and break the circle.
  fileprivate var storedTypes: Set<String> {
    switch self {
    case .named(let name): [name]
    case .nullable(let wrapped): wrapped.storedTypes
    case .structure(let fields): fields.reduce(into: []) { $0.formUnion($1.type.storedTypes) }
    case .bool, .int, .float, .string, .object, .enumeration, .array, .map: []
    }
  }
}
