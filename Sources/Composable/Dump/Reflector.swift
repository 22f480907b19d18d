/// Finds the shapes of values, and numbers the objects that it meets, each of which is shown once.
struct Reflector {
  /// The numbers of objects, which the two sides of a difference share.
  final class Numbers {
    private var numbers: [ObjectIdentifier: Int] = [:]

    func number(of object: AnyObject) -> Int {
      let id = ObjectIdentifier(object)
      if let number = numbers[id] { return number }
      numbers[id] = numbers.count + 1
      return numbers.count
    }
  }

  let numbers: Numbers
  private var shown: Set<ObjectIdentifier> = []

  init(numbers: Numbers = Numbers()) {
    self.numbers = numbers
  }

  mutating func shape(of value: Any) -> Shape {
    if let value = value as? any DescribedAsText { return .leaf(value.descriptiveText) }
    if let value = value as? any DescribedAsValue { return shape(of: value.describedValue) }
    if let value = value as? any DescribedAsMirror { return shape(of: value, mirror: value.descriptiveMirror) }
    if let value = value as? any OrderedPairs { return list(pairs(value.pairs)) }
    if let text = value as? any StringProtocol { return shape(ofText: String(text)) }
    return shape(of: value, mirror: Mirror(reflecting: value))
  }

  private mutating func shape(of value: Any, mirror: Mirror) -> Shape {
    switch mirror.displayStyle {
    case .optional: mirror.children.first.map { shape(of: $0.value) } ?? .leaf("nil")
    case .collection: list(elements(of: mirror))
    case .dictionary: dictionary(mirror)
    case .set: Shape(.keyed, opening: "Set([", closing: "])", parts: members(of: mirror))
    case .tuple: Shape(.payload, opening: "(", closing: ")", parts: arguments(of: mirror))
    case .enum: shape(of: value, payload: mirror.children.first)
    case .class: shape(of: value as AnyObject, mirror: mirror)
    default: plain(value, mirror: mirror)
    }
  }

  private func plain(_ value: Any, mirror: Mirror) -> Shape {
    if let value = value as? Character { return .leaf(String(value).debugDescription) }
    if let type = value as? Any.Type { return .leaf(typeName(of: type) + ".self") }
    if let value = value as? any CustomStringConvertible, mirror.children.isEmpty || isOfStandardLibrary(value) {
      return .leaf(value.description)
    }
    let name = typeName(of: mirror.subjectType)
    if mirror.displayStyle == nil, mirror.children.isEmpty { return .leaf(name) }
    return Shape(.record, opening: name + "(", closing: ")", parts: properties(of: mirror))
  }

  private func shape(of value: Any, payload: Mirror.Child?) -> Shape {
    guard let payload else {
      return .leaf(value is any CustomStringConvertible ? "\(value)" : ".\(value)")
    }
    let mirror = Mirror(reflecting: payload.value)
    let isTuple = mirror.displayStyle == .tuple
    let parts = isTuple ? arguments(of: mirror) : [Shape.Part(label: nil, value: payload.value)]
    return Shape(.payload, opening: ".\(payload.label ?? "_")(", closing: ")", parts: parts)
  }

  private mutating func shape(of object: AnyObject, mirror: Mirror) -> Shape {
    let name = typeName(of: mirror.subjectType)
    let opening = "#\(numbers.number(of: object)) \(name)("
    guard shown.insert(ObjectIdentifier(object)).inserted else { return .leaf(opening + "↩︎)") }
    return Shape(.record, name: name, opening: opening, closing: ")", parts: properties(of: mirror))
  }

  private func shape(ofText text: String) -> Shape {
    guard text.contains(where: \.isNewline) else { return .leaf(text.debugDescription) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let fence = String(repeating: "#", count: holdsFence(text) ? 1 : 0)
    let parts = lines.map { Shape.Part(label: nil, value: $0) }
    return Shape(.lines, opening: "\(fence)\"\"\"", closing: "\"\"\"\(fence)", parts: parts)
  }

  /// Whether three quotes stand in a text beside each other.
  private func holdsFence(_ text: String) -> Bool {
    var quotes = 0
    return text.utf8.contains { character in
      quotes = character == UInt8(ascii: "\"") ? quotes + 1 : 0
      return quotes == 3
    }
  }

  private func isOfStandardLibrary(_ value: Any) -> Bool {
    String(reflecting: type(of: value)).hasPrefix("Swift.")
  }
}
