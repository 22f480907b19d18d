import RandomHistories

@testable import VarlinkCodegen

/// Descriptions of every shape, each determined by its seed.
struct DescriptionGenerator {
  private var random: SeededRandom
  private let isPortable: Bool
  private var names = 0

  static func description(_ seed: Int, isPortable: Bool = false) -> InterfaceDescription {
    var generator = DescriptionGenerator(random: SeededRandom(seed: UInt64(seed)), isPortable: isPortable)
    return generator.description()
  }

  private init(random: SeededRandom, isPortable: Bool) {
    self.random = random
    self.isPortable = isPortable
  }

  private mutating func description() -> InterfaceDescription {
    let types = ["First", "Second", "Third"].map { name in member(name, .type(composite(3))) }
    let rest = (0..<random.number(below: 6)).map { index in
      let fields = fields(3)
      return member("M\(index)", random.oneIn(2) ? .error(fields) : .method(input: fields, output: self.fields(3)))
    }
    let name = !isPortable && random.oneIn(2) ? "a-1.b--2.c" : "org.example.x1"
    return InterfaceDescription(
      documentation: comments(),
      name: name,
      members: (types + rest).shuffled(using: &random),
      closing: comments()
    )
  }

  private mutating func member(_ name: String, _ kind: DescribedMember.Kind) -> DescribedMember {
    DescribedMember(documentation: comments(), name: name, kind: kind)
  }

  private mutating func type(_ depth: Int) -> DescribedType {
    let element = depth - 1
    switch depth > 0 ? random.number(below: 10) : random.number(below: 6) {
    case 0: return .bool
    case 1: return .int
    case 2: return .float
    case 3: return .string
    case 4: return .object
    case 5: return .named(["First", "Second", "Third"][random.number(below: 3)])
    case 6: return composite(element)
    case 7: return .array(isPortable ? plain(element) : type(element))
    case 8: return .map(isPortable ? plain(element) : type(element))
    default:
      let inner = type(element)
      if case .nullable = inner { return inner }
      return .nullable(inner)
    }
  }

  private mutating func plain(_ depth: Int) -> DescribedType {
    depth > 0 && random.oneIn(2) ? composite(depth - 1) : type(0)
  }

  private mutating func composite(_ depth: Int) -> DescribedType {
    if random.oneIn(3) {
      let count = (isPortable ? 2 : 1) + random.number(below: 4)
      return .enumeration((0..<count).map { _ in DescribedValue(documentation: comments(), name: name()) })
    }
    let fields = fields(depth)
    guard isPortable, fields.isEmpty else { return .structure(fields) }
    return .structure([DescribedField(documentation: [], name: name(), type: .bool)])
  }

  private mutating func fields(_ depth: Int) -> [DescribedField] {
    (0..<random.number(below: 6)).map { _ in DescribedField(documentation: comments(), name: name(), type: type(depth))
    }
  }

  private mutating func comments() -> [String] {
    guard random.oneIn(8) else { return [] }
    return (0...random.number(below: 3)).map { _ in
      ["", "Says (what), it: is", "  indented\t# twice", "größer…"][random.number(below: 4)]
    }
  }

  private mutating func name() -> String {
    names += 1
    return ["type", "a_b", "aField", "Z9", "string"][random.number(below: 5)] + "\(names)"
  }
}
