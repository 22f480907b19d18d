extension String {
  /// The same in one line that nothing in it can break or disguise, cut after so many characters.
  package func inOneLine(atMost limit: Int) -> String {
    let front = unicodeScalars.prefix(limit + 1)
    var line = front.prefix(limit).reduce(into: "") { $0 += $1.isPlain ? String($1) : $1.escaped(asASCII: true) }
    if front.count > limit { line += "…" }
    return line
  }
}

extension Unicode.Scalar {
  /// Whether a terminal shows it where it stands, and does nothing else because of it.
  fileprivate var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
