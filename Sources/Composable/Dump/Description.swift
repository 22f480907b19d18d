/// The description of a value: one line, or parts between an opening and a closing line.
struct Description: Equatable {
  enum Kind {
    /// The properties of a value, or the payload of a case.
    case record
    /// Elements that are numbered by their position, which is no part of what they are.
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
  /// The name before a part: of a property, or the key of an entry.
  var label: String?
  /// The identity of the value, described, if it has one: with another identity it is another value.
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
