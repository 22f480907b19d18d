/// One level of a value as it is described: a text, or an opening, parts and a closing.
struct Shape {
  enum Style {
    case leaf
    /// Lines between `"""` and `"""`.
    case lines
    /// The properties of a struct or an object, each on its own line.
    case record
    /// What a case or a tuple holds; on one line if it is short.
    case payload
    /// Elements whose order counts.
    case list
    /// Elements in an order of ours, matched by their keys.
    case keyed
  }

  struct Part {
    let label: String?
    let key: String
    let value: Any

    init(label: String?, key: String = "", value: Any) {
      self.label = label
      self.key = key
      self.value = value
    }

    /// What stands before the part.
    var prefix: String { label.map { "\($0): " } ?? "" }
  }

  let style: Style
  /// What two shapes must share to be compared part by part.
  let name: String
  let opening: String
  let closing: String
  /// What stands for all of it when there are no parts.
  let empty: String
  let parts: [Part]

  init(
    _ style: Style,
    name: String? = nil,
    opening: String,
    closing: String = "",
    empty: String? = nil,
    parts: [Part] = []
  ) {
    self.style = style
    self.name = name ?? opening
    self.opening = opening
    self.closing = closing
    self.empty = empty ?? opening + closing
    self.parts = parts
  }

  static func leaf(_ text: String) -> Shape { Shape(.leaf, opening: text) }

  /// The shape on one line, its parts left out.
  var collapsed: String { parts.isEmpty ? empty : "\(opening)…\(closing)" }
}
