struct SavedLevel: Hashable {
  let raw: Int
  /// The level that was set after the save, if it is known.
  var next: Int?
  let maximum: Int

  var text: String { "\(raw) \(next.map { "\($0)" } ?? "-") \(maximum)\n" }
}

extension SavedLevel {
  /// Reads `text`; nil if it is damaged. In the middle, anything but a number means unknown.
  init?(text: String) {
    let words = text.split(separator: " ")
    guard text.last == "\n", words.count == 3, let raw = Int(words[0]), let maximum = Int(words[2].dropLast()) else {
      return nil
    }
    guard (0...Int(Int32.max)).contains(maximum), (0...maximum).contains(raw) else { return nil }
    self.init(raw: raw, next: Int(words[1]), maximum: maximum)
  }
}
