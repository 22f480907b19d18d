/// Describes a value in a readable and reproducible form: without module names, with dictionaries
/// and sets sorted and objects numbered.
package func describe(_ value: Any, maxDepth: Int = .max) -> String {
  var describer = Describer()
  return describer.description(of: value).lines(maxDepth: maxDepth).joined(separator: "\n")
}

/// A value that supplies its own description.
package protocol DescribedAsText {
  /// The text.
  var descriptiveText: String { get }
}

/// A value that is described as if it were another.
package protocol DescribedAsValue {
  /// The other value.
  var describedValue: Any { get }
}

extension StackElementID: DescribedAsText {
  package var descriptiveText: String { description }
}

extension PresentationState: DescribedAsValue {
  package var describedValue: Any { wrappedValue as Any }
}

/// Describes values. Objects are numbered, and each is shown only once.
struct Describer {
  /// The longest payload that stays on one line.
  private static let width = 80

  private var numbers: [ObjectIdentifier: Int] = [:]

  mutating func description(of value: Any) -> Description {
    if let value = value as? any DescribedAsText { return Description(value.descriptiveText) }
    if let value = value as? any DescribedAsValue { return description(of: value.describedValue) }
    if let value = value as? any OrderedPairs { return Description(.entries, "[", "]", entries(value.pairs)) }
    if let text = value as? any StringProtocol { return description(ofText: String(text)) }
    return description(of: value, Mirror(reflecting: value))
  }

  private mutating func description(of value: Any, _ mirror: Mirror) -> Description {
    switch mirror.displayStyle {
    case .optional: mirror.children.first.map { description(of: $0.value) } ?? Description("nil")
    case .collection: collection(mirror)
    case .dictionary: dictionary(mirror)
    case .set: Description(.entries, "Set([", "])", mirror.children.map { part(nil, $0.value) }.sorted(by: precedes))
    case .tuple: payload("(", arguments(of: mirror))
    case .enum: enumCase(value, mirror.children.first)
    case .class: object(value as AnyObject, mirror)
    default: plain(value, mirror)
    }
  }

  private mutating func plain(_ value: Any, _ mirror: Mirror) -> Description {
    if let value = value as? Character { return Description(String(value).debugDescription) }
    if let type = value as? Any.Type { return Description(typeName(of: type) + ".self") }
    let isOfStandardLibrary = String(reflecting: type(of: value)).hasPrefix("Swift.")
    if let value = value as? any CustomStringConvertible, mirror.children.isEmpty || isOfStandardLibrary {
      return Description(value.description)
    }
    let name = typeName(of: mirror.subjectType)
    if mirror.displayStyle == nil, mirror.children.isEmpty { return Description(name) }
    return Description(.record, name + "(", ")", properties(of: mirror))
  }

  private mutating func object(_ object: AnyObject, _ mirror: Mirror) -> Description {
    let known = numbers[ObjectIdentifier(object)]
    let number = known ?? numbers.count + 1
    let opening = "#\(number) \(typeName(of: mirror.subjectType))("
    if known != nil { return Description(opening + "↩︎)") }
    numbers[ObjectIdentifier(object)] = number
    return Description(.record, opening, ")", properties(of: mirror))
  }

  private mutating func enumCase(_ value: Any, _ child: Mirror.Child?) -> Description {
    guard let child else { return Description(value is any CustomStringConvertible ? "\(value)" : ".\(value)") }
    let mirror = Mirror(reflecting: child.value)
    let parts = mirror.displayStyle == .tuple ? arguments(of: mirror) : [part(nil, child.value)]
    return payload(".\(child.label ?? "_")(", parts)
  }

  /// A payload, on one line if it is short.
  private func payload(_ opening: String, _ parts: [Description]) -> Description {
    let payload = Description(.record, opening, ")", parts)
    guard parts.allSatisfy(\.parts.isEmpty) else { return payload }
    let arguments = parts.indices.flatMap { parts[$0].lines(in: payload.frame(at: $0)) }
    let line = opening + arguments.joined(separator: " ") + ")"
    return parts.count == 1 || line.count <= Self.width ? Description(line) : payload
  }

  private func description(ofText text: String) -> Description {
    guard text.contains(where: \.isNewline) else { return Description(text.debugDescription) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Description(.text, "\"\"\"", "\"\"\"", lines.map { Description(String($0)) })
  }

  private mutating func part(_ label: String?, _ value: Any) -> Description {
    var part = description(of: value)
    part.label = label
    part.identity = (value as? any Identifiable).map { describe($0.id) }
    return part
  }

  private mutating func properties(of mirror: Mirror) -> [Description] {
    let inherited = mirror.superclassMirror.map { properties(of: $0) } ?? []
    return inherited
      + mirror.children.map { child in
        // A property wrapper is described by its value, under the name of the property without the
        // compiler's underscore.
        let isWrapper = child.label?.hasPrefix("_") == true && child.value is any DescribedAsValue
        return part(isWrapper ? child.label.map { String($0.dropFirst()) } : child.label, child.value)
      }
  }

  private mutating func arguments(of mirror: Mirror) -> [Description] {
    mirror.children.map { part(argumentLabel($0.label), $0.value) }
  }

  private mutating func collection(_ mirror: Mirror) -> Description {
    let isLabelled = mirror.children.first?.label != nil
    return Description(isLabelled ? .entries : .list, "[", "]", mirror.children.map { part($0.label, $0.value) })
  }

  private mutating func dictionary(_ mirror: Mirror) -> Description {
    let pairs = mirror.children.map { child in
      let pair = Array(Mirror(reflecting: child.value).children)
      return (pair[0].value, pair[1].value)
    }
    return Description(.entries, "[", "]", entries(pairs).sorted(by: precedes))
  }

  private mutating func entries(_ pairs: [(Any, Any)]) -> [Description] { pairs.map { part(describe($0), $1) } }

  /// Orders entries by their keys and members of a set: as numbers if both are numbers, otherwise
  /// as texts.
  private func precedes(_ first: Description, _ second: Description) -> Bool {
    let keys = [first, second].map { $0.label ?? $0.lines().joined(separator: "\n") }
    if let first = Int(keys[0]), let second = Int(keys[1]) { return first < second }
    return keys[0] < keys[1]
  }
}

/// `KeyValuePairs`, which has no mirror of its own.
private protocol OrderedPairs {
  var pairs: [(Any, Any)] { get }
}

extension KeyValuePairs: OrderedPairs {
  fileprivate var pairs: [(Any, Any)] { map { ($0, $1) } }
}

/// The description of a value: one line, or parts between an opening and a closing line.
struct Description: Equatable {
  enum Kind {
    /// The properties of a value, or the payload of a case.
    case record
    /// Elements that are numbered by their position, which is not part of their identity.
    case list
    /// Entries of a dictionary, members of a set, elements with names of their own.
    case entries
    /// Lines between `"""` and `"""`.
    case text
  }

  let kind: Kind
  let opening: String
  let closing: String
  let parts: [Description]
  /// The name before a part: that of a property, or the key of an entry.
  var label: String?
  /// A description of the value's identity, if it has one. Values with different identities are
  /// different values.
  var identity: String?

  init(_ line: String) {
    self.init(.record, line, "", [])
  }

  init(_ kind: Kind, _ opening: String, _ closing: String, _ parts: [Description]) {
    self.kind = kind
    self.opening = opening
    self.closing = closing
    self.parts = parts
  }

  /// The value on one line, with its parts left out.
  var folded: String {
    let isDictionary = kind == .entries && opening == "["
    return opening + (parts.isEmpty ? isDictionary ? ":" : "" : "…") + closing
  }

  /// The text around a part: its label, and the comma after it.
  typealias Frame = (prefix: String, suffix: String)

  func frame(at position: Int) -> Frame {
    let label = kind == .list ? "[\(position)]" : parts[position].label
    let isLast = kind == .text || position == parts.count - 1
    return (label.map { "\($0): " } ?? "", isLast ? "" : ",")
  }

  func lines(in frame: Frame = ("", ""), maxDepth: Int = .max) -> [String] {
    if parts.isEmpty || maxDepth == 0 { return [frame.prefix + folded + frame.suffix] }
    let inside = parts.indices.flatMap { parts[$0].lines(in: self.frame(at: $0), maxDepth: maxDepth - 1) }
    return [frame.prefix + opening] + inside.map { "  \($0)" } + [closing + frame.suffix]
  }
}
