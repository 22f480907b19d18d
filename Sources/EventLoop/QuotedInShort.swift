extension String {
  /// The text in one line that nobody can make long: quoted, control characters escaped, the rest cut.
  package var quotedInShort: String {
    let limit = 40
    let front = unicodeScalars.prefix(limit).map { $0.escaped(asASCII: true) }.joined()
    return unicodeScalars.count > limit ? "'\(front)…'" : "'\(front)'"
  }
}
