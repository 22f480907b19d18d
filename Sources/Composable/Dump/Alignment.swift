/// Two sequences laid side by side: what both have, and what only one has in between.
struct Alignment {
  enum Step: Equatable {
    case kept(first: Range<Int>, second: Range<Int>)
    case changed(first: [Int], second: [Int])
  }

  private(set) var steps: [Step] = []

  /// Beyond this many pairs, elements are compared place by place: finding the shortest difference takes too long.
  private static let mostPairs = 1_000_000

  init<Element>(_ first: [Element], _ second: [Element], by areSame: (Element, Element) -> Bool) {
    let shorter = min(first.count, second.count)
    let prefix = (0..<shorter).first { !areSame(first[$0], second[$0]) } ?? shorter
    let suffix =
      (0..<(shorter - prefix)).first { !areSame(first[first.count - 1 - $0], second[second.count - 1 - $0]) }
      ?? shorter - prefix
    keep(prefix, first: 0, second: 0)
    align(first[prefix..<(first.count - suffix)], second[prefix..<(second.count - suffix)], by: areSame)
    keep(suffix, first: first.count - suffix, second: second.count - suffix)
  }

  private mutating func align<Element>(
    _ first: ArraySlice<Element>,
    _ second: ArraySlice<Element>,
    by areSame: (Element, Element) -> Bool
  ) {
    guard first.count * second.count <= Self.mostPairs else {
      return change(first: Array(first.indices), second: Array(second.indices))
    }
    let (removed, inserted) = changes(from: Array(first), to: Array(second), by: areSame)
    var old = first.startIndex
    var new = second.startIndex
    while old < first.endIndex || new < second.endIndex {
      let olds = (old..<first.endIndex).prefix { removed.contains($0 - first.startIndex) }
      let news = (new..<second.endIndex).prefix { inserted.contains($0 - second.startIndex) }
      change(first: Array(olds), second: Array(news))
      (old, new) = (olds.endIndex, news.endIndex)
      let kept = (old..<first.endIndex).prefix {
        !removed.contains($0 - first.startIndex) && !inserted.contains($0 - old + new - second.startIndex)
      }
      keep(kept.count, first: old, second: new)
      (old, new) = (old + kept.count, new + kept.count)
    }
  }

  private func changes<Element>(
    from first: [Element],
    to second: [Element],
    by areSame: (Element, Element) -> Bool
  ) -> (removed: Set<Int>, inserted: Set<Int>) {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in second.difference(from: first, by: areSame) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    return (removed, inserted)
  }

  private mutating func keep(_ count: Int, first: Int, second: Int) {
    if count > 0 { steps.append(.kept(first: first..<(first + count), second: second..<(second + count))) }
  }

  private mutating func change(first: [Int], second: [Int]) {
    if !first.isEmpty || !second.isEmpty { steps.append(.changed(first: first, second: second)) }
  }
}
