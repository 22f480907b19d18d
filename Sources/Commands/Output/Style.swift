/// What a piece of text is, for a terminal with colours.
enum Style: Sendable, Hashable {
  case plain, title, lit, held, trouble, aside

  /// As "select graphic rendition" of ECMA-48 has it; nil for nothing special.
  private var rendition: String? {
    switch self {
    case .plain: nil
    case .title: "1"
    case .lit: "32"
    case .held: "33"
    case .trouble: "31"
    case .aside: "2"
    }
  }

  func applied(to text: String, on screen: Screen) -> String {
    guard screen.hasColours, !text.isEmpty, let rendition else { return text }
    return "\u{1B}[\(rendition)m\(text)\u{1B}[0m"
  }
}
