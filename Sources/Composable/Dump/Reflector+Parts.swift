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

  func list(_ parts: [Shape.Part]) -> Shape { Shape(.list, opening: "[", closing: "]", parts: parts) }

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
    return Shape(.keyed, opening: "[", closing: "]", empty: "[:]", parts: parts)
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
