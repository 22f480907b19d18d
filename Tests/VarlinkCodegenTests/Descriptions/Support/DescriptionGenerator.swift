import RandomHistories

@testable import VarlinkCodegen

/// Descriptions of every shape, each determined by its seed.
struct DescriptionGenerator {
  private var random: SeededRandom
  private var names = 0

  static func description(_ seed: Int) -> InterfaceDescription {
    var generator = DescriptionGenerator(random: SeededRandom(seed: UInt64(seed)))
    return generator.description()
  }

  private mutating func description() -> InterfaceDescription {
    let types = ["First", "Second", "Third"].map { name in member(name, .type(composite(3))) }
    let rest = (0..<random.number(below: 6)).map { index in
      let fields = fields(3)
      return member("M\(index)", random.oneIn(2) ? .error(fields) : .method(input: fields, output: self.fields(3)))
    }
    return InterfaceDescription(
      documentation: comments(),
      name: random.oneIn(2) ? "a-1.b--2.c" : "org.example.x1",
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
    case 5: return .named(random.one(of: ["First", "Second", "Third"]))
    case 6: return composite(element)
    case 7: return .array(type(element))
    case 8: return .map(type(element))
    default:
      let inner = type(element)
      if case .nullable = inner { return inner }
      return .nullable(inner)
    }
  }

  private mutating func composite(_ depth: Int) -> DescribedType {
    guard random.oneIn(3) else { return .structure(fields(depth)) }
    let count = 1 + random.number(below: 4)
    return .enumeration((0..<count).map { _ in DescribedValue(documentation: comments(), name: name()) })
  }

  private mutating func fields(_ depth: Int) -> [DescribedField] {
    (0..<random.number(below: 6)).map { _ in DescribedField(documentation: comments(), name: name(), type: type(depth))
    }
  }

  private mutating func comments() -> [String] {
    guard random.oneIn(8) else { return [] }
    return (0...random.number(below: 3)).map { _ in
      random.one(of: ["", "Says (what), it: is", "  indented\t# twice", "größer…"])
    }
  }

  private mutating func name() -> String {
    names += 1
    return random.one(of: ["type", "a_b", "aField", "Z9", "string"]) + "\(names)"
  }
}
