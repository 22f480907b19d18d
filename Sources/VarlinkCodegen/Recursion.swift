import Varlink

/// The types that contain themselves: Swift needs to know, since it stores a value inside its container.
struct Recursion {
  /// The named types that each named type stores inside itself.
  private var contents: [String: Set<String>] = [:]

  init(_ interface: InterfaceDescription) {
    for member in interface.members {
      if case .type(let type) = member.kind { contents[member.name] = Self.stored(type) }
    }
  }

  /// Whether a value of `type` may contain another value of the named type.
  func leads(from type: DescribedType, to name: String) -> Bool {
    var found: Set<String> = []
    var open = Self.stored(type)
    while let next = open.popFirst() {
      if next == name { return true }
      if found.insert(next).inserted { open.formUnion(contents[next] ?? []) }
    }
    return false
  }

  /// Arrays and maps keep their elements elsewhere, and break the circle.
  private static func stored(_ type: DescribedType) -> Set<String> {
    switch type {
    case .named(let name): [name]
    case .nullable(let wrapped): stored(wrapped)
    case .structure(let fields): fields.reduce(into: []) { $0.formUnion(stored($1.type)) }
    case .bool, .int, .float, .string, .object, .enumeration, .array, .map: []
    }
  }
}
