extension StringProtocol {
  /// Whether a text stands in it. What the standard library offers instead brings a parser of regular expressions along.
  func holds(_ part: String) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
  }
}
