/// Finds the shapes of values, and numbers the objects that it finds, each of which is shown once.
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
    case .set: Shape(style: .keyed, opening: "Set([", closing: "])", parts: members(of: mirror))
    case .tuple: Shape(style: .payload, opening: "(", closing: ")", parts: arguments(of: mirror))
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
    return Shape(style: .record, opening: name + "(", closing: ")", parts: properties(of: mirror))
  }

  private func shape(of value: Any, payload: Mirror.Child?) -> Shape {
    guard let payload else {
      return .leaf(value is any CustomStringConvertible ? "\(value)" : ".\(value)")
    }
    let mirror = Mirror(reflecting: payload.value)
    let isTuple = mirror.displayStyle == .tuple
    let parts = isTuple ? arguments(of: mirror) : [Shape.Part(label: nil, value: payload.value)]
    return Shape(style: .payload, opening: ".\(payload.label ?? "_")(", closing: ")", parts: parts)
  }

  private mutating func shape(of object: AnyObject, mirror: Mirror) -> Shape {
    let name = typeName(of: mirror.subjectType)
    let opening = "#\(numbers.number(of: object)) \(name)("
    guard shown.insert(ObjectIdentifier(object)).inserted else { return .leaf(opening + "↩︎)") }
    return Shape(style: .record, name: name, opening: opening, closing: ")", parts: properties(of: mirror))
  }

  private func shape(ofText text: String) -> Shape {
    guard text.contains(where: \.isNewline) else { return .leaf(text.debugDescription) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let fence = String(repeating: "#", count: holdsFence(text) ? 1 : 0)
    let parts = lines.map { Shape.Part(label: nil, value: $0) }
    return Shape(style: .lines, opening: "\(fence)\"\"\"", closing: "\"\"\"\(fence)", parts: parts)
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

extension Reflector {
  func properties(of mirror: Mirror) -> [Shape.Part] {
    let inherited = mirror.superclassMirror.map { properties(of: $0) } ?? []
    return inherited + mirror.children.map { Shape.Part(label: propertyLabel(of: $0), value: $0.value) }
  }

  func arguments(of mirror: Mirror) -> [Shape.Part] {
    mirror.children.map { Shape.Part(label: argumentLabel($0.label), value: $0.value) }
  }

  func elements(of mirror: Mirror) -> [Shape.Part] {
    mirror.children.enumerated().map { Shape.Part(label: $1.label ?? "[\($0)]", value: $1.value) }
  }

  func list(_ parts: [Shape.Part]) -> Shape { Shape(style: .list, opening: "[", closing: "]", parts: parts) }

  func members(of mirror: Mirror) -> [Shape.Part] {
    let parts = mirror.children.map { Shape.Part(label: nil, key: describe($0.value), value: $0.value) }
    return parts.sorted { precedes($0.key, $1.key) }
  }

  func dictionary(_ mirror: Mirror) -> Shape {
    let entries = mirror.children.map { child in
      let entry = Array(Mirror(reflecting: child.value).children)
      return (entry[0].value, entry[1].value)
    }
    let parts = pairs(entries).sorted { precedes($0.key, $1.key) }
    return Shape(style: .keyed, opening: "[", closing: "]", empty: "[:]", parts: parts)
  }

  func pairs(_ pairs: [(Any, Any)]) -> [Shape.Part] {
    pairs.map { key, value in
      let key = describe(key)
      return Shape.Part(label: key, key: key, value: value)
    }
  }

  /// A wrapper that is described by what it wraps also has its name, without the compiler's underscore.
  private func propertyLabel(of child: Mirror.Child) -> String? {
    guard let label = child.label, label.hasPrefix("_"), child.value is any DescribedAsValue else { return child.label }
    return String(label.dropFirst())
  }
}

/// `KeyValuePairs`, which has no mirror of its own.
protocol OrderedPairs {
  var pairs: [(Any, Any)] { get }
}

extension KeyValuePairs: OrderedPairs {
  var pairs: [(Any, Any)] { map { ($0, $1) } }
}

/// The order of keys: by number where both are numbers, else as texts.
func precedes(_ first: String, _ second: String) -> Bool {
  if let first = Int(first), let second = Int(second) { return first < second }
  return first < second
}

/// One level of a value as it is described: a text, or an opening, parts and a closing.
struct Shape {
  enum Style {
    case leaf
    /// Lines between `"""` and `"""`.
    case lines
    /// The properties of a struct or an object, each on its own line.
    case record
    /// The payload of a case or a tuple; on one line if it is short.
    case payload
    /// Elements whose order counts.
    case list
    /// Elements in an order of ours, matched by their keys.
    case keyed
  }

  struct Part {
    let label: String?
    var key = ""
    let value: Any

    /// The text before the part.
    var prefix: String { label.map { "\($0): " } ?? "" }
  }

  let style: Style
  /// The name that distinguishes two shapes which open differently.
  var name: String?
  let opening: String
  var closing = ""
  /// The text for a shape without parts, where it is more than the opening and the closing.
  var empty: String?
  var parts: [Part] = []

  /// What two shapes must share to be compared part by part.
  var identity: String { name ?? opening }

  static func leaf(_ text: String) -> Shape { Shape(style: .leaf, opening: text) }

  /// The shape on one line, its parts left out.
  var collapsed: String { parts.isEmpty ? empty ?? opening + closing : "\(opening)…\(closing)" }
}
