extension String {
  /// The word that this may be a misspelling of; of equally near words, the alphabetically first.
  package func nearest(among words: some Sequence<String>) -> String? {
    // A longer word resembles none of our names, and would take long to compare.
    guard count <= 64 else { return nil }
    let near = words.map { (distance: distance(to: $0), word: $0) }.min { $0 < $1 }
    guard let near, near.distance <= max(1, count / 3) else { return nil }
    return near.word
  }

  /// The number of letters to insert, delete, replace or move, ignoring case.
  private func distance(to other: String) -> Int {
    let changes = other.lowercased().difference(from: lowercased())
    return max(changes.insertions.count, changes.removals.count)
  }
}
