extension Differ {
  mutating func linesOfLists(_ old: Shape, _ new: Shape) -> [Difference.Line] {
    let alignment = Alignment(old.parts, new.parts) { areSame($0.value, $1.value) && hasSameKey($0, $1) }
    return alignment.steps.flatMap { step in
      switch step {
      case .kept(_, let news): unchanged(Array(news), of: new)
      case .changed(let olds, let news): changed(olds, of: old, news, of: new)
      }
    }
  }

  mutating func linesOfKeyed(_ old: Shape, _ new: Shape) -> [Difference.Line] {
    var lines: [Difference.Line] = []
    var kept: [Int] = []
    for (older, newer) in matched(old.parts, new.parts) {
      if let older, let newer, areSame(old.parts[older].value, new.parts[newer].value) {
        kept.append(newer)
        continue
      }
      lines += unchanged(kept, of: new)
      kept = []
      lines += changed(older.map { [$0] } ?? [], of: old, newer.map { [$0] } ?? [], of: new)
    }
    return lines + unchanged(kept, of: new)
  }

  /// Elements of a list that are labelled by more than their position, as those of a stack, are told apart by it.
  private func hasSameKey(_ old: Shape.Part, _ new: Shape.Part) -> Bool {
    guard let first = old.label, let second = new.label, !first.hasPrefix("[") else { return true }
    return first == second
  }

  private mutating func unchanged(_ positions: [Int], of shape: Shape) -> [Difference.Line] {
    guard let last = positions.last else { return [] }
    let frame = shape.frame(at: last)
    if positions.count > 1 {
      return [Difference.Line(side: .both, text: "… (\(positions.count) unchanged)\(frame.suffix)")]
    }
    return difference(shape.parts[last].value, shape.parts[last].value).lines(first: frame, second: frame)
  }

  private mutating func changed(_ olds: [Int], of old: Shape, _ news: [Int], of new: Shape) -> [Difference.Line] {
    var lines: [Difference.Line] = []
    for index in 0..<max(olds.count, news.count) {
      let older = index < olds.count ? olds[index] : nil
      let newer = index < news.count ? news[index] : nil
      if let older, let newer, haveSameIdentity(old.parts[older], new.parts[newer]) {
        let part = difference(old.parts[older].value, new.parts[newer].value)
        lines += part.lines(first: old.frame(at: older), second: new.frame(at: newer))
      } else {
        lines += older.map { removed($0, of: old) } ?? []
        lines += newer.map { added($0, of: new) } ?? []
      }
    }
    return lines
  }

  private mutating func removed(_ position: Int, of old: Shape) -> [Difference.Line] {
    Difference.framed(linesOfFirst(old.parts[position].value), old.frame(at: position), .first)
  }

  private mutating func added(_ position: Int, of new: Shape) -> [Difference.Line] {
    Difference.framed(linesOfSecond(new.parts[position].value), new.frame(at: position), .second)
  }

  private func haveSameIdentity(_ old: Shape.Part, _ new: Shape.Part) -> Bool {
    guard hasSameKey(old, new) else { return false }
    guard let old = old.value as? any Identifiable, let new = new.value as? any Identifiable else { return true }
    return AnyHashable(old.anyID) == AnyHashable(new.anyID)
  }

  /// The positions of parts with the same key side by side, in the order of the keys.
  private func matched(_ old: [Shape.Part], _ new: [Shape.Part]) -> [(Int?, Int?)] {
    var pairs: [(Int?, Int?)] = []
    var (older, newer) = (0, 0)
    while older < old.count || newer < new.count {
      let isOldNext = newer == new.count || older < old.count && precedes(old[older].key, new[newer].key)
      let isNewNext = older == old.count || newer < new.count && precedes(new[newer].key, old[older].key)
      pairs.append((isNewNext ? nil : older, isOldNext ? nil : newer))
      older += isNewNext ? 0 : 1
      newer += isOldNext ? 0 : 1
    }
    return pairs
  }
}

extension Identifiable {
  fileprivate var anyID: AnyHashable { AnyHashable(id) }
}
