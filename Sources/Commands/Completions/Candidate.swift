import EventLoop

/// A word that may stand somewhere, and what it means.
struct Candidate: Hashable, Sendable {
  let word: String
  let meaning: String

  init(_ word: String, _ meaning: String = "") {
    self.word = word
    self.meaning = meaning
  }

  /// As the scripts of the shells read it.
  var line: String { meaning.isEmpty ? word : "\(word)\t\(meaning.inOneLine(atMost: 80))" }
}
