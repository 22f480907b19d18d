extension String {
  /// The text in one line: control and format characters escaped, cut at `limit` characters.
  package func inOneLine(atMost limit: Int) -> String {
    let front = unicodeScalars.prefix(limit + 1)
    var line = front.prefix(limit).reduce(into: "") { $0 += $1.isPlain ? String($1) : $1.escaped(asASCII: true) }
    if front.count > limit { line += "…" }
    return line
  }

  /// The text in one short line, for error messages: quoted, escaped, cut at 40 characters.
  package var quotedInShort: String {
    let limit = 40
    let front = unicodeScalars.prefix(limit).map { $0.escaped(asASCII: true) }.joined()
    return unicodeScalars.count > limit ? "'\(front)…'" : "'\(front)'"
  }
}

extension Int {
  /// A number of bytes as text, in the largest unit that divides it.
  package var inBytes: String {
    let units = [(1 << 20, "MiB"), (1 << 10, "KiB"), (1, "bytes")]
    let (size, name) = units.first { self >= $0.0 && self % $0.0 == 0 } ?? (1, "bytes")
    return "\(self / size) " + name
  }
}

extension Unicode.Scalar {
  /// Whether a terminal prints the character and does nothing else.
  package var isPlain: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
