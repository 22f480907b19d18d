/// Describes a value, readably and the same each time: without module names, dictionaries and sets in order, objects numbered.
public func describe(_ value: Any, maxDepth: Int = .max) -> String {
  var describer = Describer(maxDepth: maxDepth)
  return describer.lines(of: value).joined(separator: "\n")
}

/// Turns values into lines.
struct Describer {
  var reflector = Reflector()
  var maxDepth = Int.max

  /// The longest payload that stays on one line.
  private static let width = 80

  mutating func lines(of value: Any, depth: Int = 0) -> [String] {
    let shape = reflector.shape(of: value)
    if shape.style == .lines { return [shape.opening] + shape.parts.map { "\($0.value)" } + [shape.closing] }
    if shape.parts.isEmpty || depth >= maxDepth { return [shape.collapsed] }
    let parts = shape.parts.map { part in prefixed(part.prefix, lines(of: part.value, depth: depth + 1)) }
    if shape.style == .payload, let line = oneLine(shape, parts) { return [line] }
    return [shape.opening] + separated(parts).map { "  \($0)" } + [shape.closing]
  }

  private func oneLine(_ shape: Shape, _ parts: [[String]]) -> String? {
    guard parts.allSatisfy({ $0.count == 1 }) else { return nil }
    let line = shape.opening + parts.joined().joined(separator: ", ") + shape.closing
    return parts.count == 1 || line.count <= Self.width ? line : nil
  }

  private func prefixed(_ prefix: String, _ lines: [String]) -> [String] {
    ["\(prefix)\(lines[0])"] + lines.dropFirst()
  }

  private func separated(_ parts: [[String]]) -> [String] {
    parts.enumerated().flatMap { index, lines in
      index == parts.count - 1 ? lines : lines.dropLast() + ["\(lines[lines.count - 1]),"]
    }
  }
}

/// A value that is described by a text of its own.
public protocol DescribedAsText {
  /// The text that stands for the value.
  var descriptiveText: String { get }
}

/// A value that is described as if it were another.
public protocol DescribedAsValue {
  /// The value that is described instead.
  var describedValue: Any { get }
}

/// A value that is described by the children of a mirror of its own.
public protocol DescribedAsMirror {
  /// The mirror that is described.
  var descriptiveMirror: Mirror { get }
}

extension StackElementID: DescribedAsText {
  public var descriptiveText: String { description }
}

extension PresentationState: DescribedAsValue {
  /// The child, or nil.
  public var describedValue: Any { wrappedValue as Any }
}
