import CommandLines
import ControlAPI

extension Misuse {
  /// What to do instead, in half a line.
  var hint: String {
    switch error {
    case .unknownVerb(let word):
      if (try? LightsInterface.Level(word: word)) != nil { return "did you mean `set \(word)`?" }
      return Self.meant(word, among: Verbs.named.map { $0.grammar.name }) ?? seeHelp
    case .unknownOption(let option):
      let known = grammar?.allOptions ?? Verbs.overview.grammar.allOptions + [.version]
      return Self.meant(option, among: known.map(\.name)) ?? seeHelp
    default: return seeHelp
    }
  }

  private var seeHelp: String {
    guard let grammar, !grammar.name.isEmpty else { return "see `\(Grammar.program) --help`" }
    return "see `\(Grammar.program) help \(grammar.name)`"
  }

  private static func meant(_ word: String, among known: [String]) -> String? {
    word.nearest(among: known).map { "did you mean `\($0)`?" }
  }
}

extension String {
  /// The one of several words of which this may be a slip of the fingers.
  func nearest(among words: [String]) -> String? {
    let near = words.map { (word: $0, distance: distance(to: $0)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= Swift.max(1, count / 3) else { return nil }
    return near.word
  }

  /// How many letters have to be put in, taken out, changed, or swapped with the next.
  private func distance(to other: String) -> Int {
    let (one, two) = (Array(self), Array(other))
    var rows = [Array(0...two.count)]
    for i in 1..<(one.count + 1) {
      var row = [i]
      for j in 1..<(two.count + 1) {
        let changed = rows[i - 1][j - 1] + (one[i - 1] == two[j - 1] ? 0 : 1)
        row.append(Swift.min(rows[i - 1][j] + 1, row[j - 1] + 1, changed))
        if i > 1, j > 1, one[i - 1] == two[j - 2], one[i - 2] == two[j - 1] {
          row[j] = Swift.min(row[j], rows[i - 2][j - 2] + 1)
        }
      }
      rows.append(row)
    }
    return rows[one.count][two.count]
  }
}
