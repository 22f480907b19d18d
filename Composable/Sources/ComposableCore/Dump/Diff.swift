/// Shows how two values differ, and collapses unchanged parts; nil if they are equal.
package func diff(_ first: Any, _ second: Any, format: DiffFormat = .default) -> String? {
  if let first = first as? any Equatable, first.equals(second) { return nil }
  var (ofFirst, ofSecond) = (Describer(), Describer())
  let (old, new) = (ofFirst.description(of: first), ofSecond.description(of: second))
  if old != new { return Differ(format: format).difference(old, new).map { "\($0) \($1)" }.joined(separator: "\n") }
  if type(of: first) == type(of: second), !(first is any Equatable) { return nil }
  return """
    \(format.both) // These differ, though they print alike:
    \(format.first) \(old.folded)
    \(format.second) \(new.folded)
    """
}

extension Equatable {
  /// Whether a value of any type equals this one.
  package func equals(_ other: Any) -> Bool { self == (other as? Self) }
}

/// The marks of the lines of a difference.
package struct DiffFormat: Sendable {
  /// Marks what only the first value has.
  package let first: String
  /// Marks what only the second value has.
  package let second: String
  /// Marks what both values have.
  package let both: String

  /// With `-` and `+`.
  package static let `default` = DiffFormat(first: "-", second: "+", both: " ")

  /// With the minus sign of a test's failure.
  package static let expectedFirst = DiffFormat(first: "−", second: "+", both: " ")
}

/// Finds the lines in which two descriptions differ.
private struct Differ {
  typealias Line = (mark: String, text: String)

  let format: DiffFormat

  func difference(
    _ old: Description,
    _ new: Description,
    _ oldFrame: Description.Frame = ("", ""),
    _ newFrame: Description.Frame = ("", "")
  ) -> [Line] {
    if old.parts.isEmpty && new.parts.isEmpty || old.opening != new.opening || old.kind != new.kind {
      return marked(format.first, old, oldFrame) + marked(format.second, new, newFrame)
    }
    let inside = runs(old.parts, new.parts).flatMap { run in
      run.isKept ? unchanged(run.new, of: new) : changed(run.old, of: old, run.new, of: new)
    }
    return [(format.both, newFrame.prefix + new.opening)] + inside.map { ($0, "  \($1)") }
      + [(format.both, new.closing + newFrame.suffix)]
  }

  private func marked(_ mark: String, _ part: Description, _ frame: Description.Frame) -> [Line] {
    part.lines(in: frame).map { (mark, $0) }
  }

  /// Parts that both have: properties with a line each, several elements in one line.
  private func unchanged(_ positions: Range<Int>, of new: Description) -> [Line] {
    if new.kind == .record || positions.count == 1 {
      return positions.flatMap { new.parts[$0].lines(in: new.frame(at: $0), maxDepth: 0) }.map { (format.both, $0) }
    }
    return [(format.both, "… (\(positions.count) unchanged)\(new.frame(at: positions.upperBound - 1).suffix)")]
  }

  /// Parts that only one has. Two parts with the same identity are compared in turn.
  private func changed(_ olds: Range<Int>, of old: Description, _ news: Range<Int>, of new: Description) -> [Line] {
    var lines: [Line] = []
    var rest = news
    for older in olds {
      let (part, frame) = (old.parts[older], old.frame(at: older))
      let newer = rest.first { position in
        let other = new.parts[position]
        return part.label == other.label && (new.kind == .record || part.identity == other.identity)
      }
      guard let newer else {
        lines += marked(format.first, part, frame)
        continue
      }
      lines += (rest.lowerBound..<newer).flatMap { marked(format.second, new.parts[$0], new.frame(at: $0)) }
      lines += difference(part, new.parts[newer], frame, new.frame(at: newer))
      rest = (newer + 1)..<rest.upperBound
    }
    return lines + rest.flatMap { marked(format.second, new.parts[$0], new.frame(at: $0)) }
  }

  /// Splits both lists of parts into runs: those that both have, and those that only one has.
  private func runs(_ old: [Description], _ new: [Description]) -> [(isKept: Bool, old: Range<Int>, new: Range<Int>)] {
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - prefix
    let suffix = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let (olds, news) = (prefix..<(old.count - suffix), prefix..<(new.count - suffix))
    // For more pairs than this, compare the elements position by position, since finding the
    // shortest difference would take too long.
    let isLong = olds.count * news.count > 1_000_000
    let difference = isLong ? nil : Array(new[news]).difference(from: Array(old[olds]))
    let removed = difference.map { Set($0.removals.map { $0.offset + prefix }) } ?? Set(olds)
    let inserted = difference.map { Set($0.insertions.map { $0.offset + prefix }) } ?? Set(news)
    var runs: [(isKept: Bool, old: Range<Int>, new: Range<Int>)] = []
    var (older, newer) = (0, 0)
    while older < old.count || newer < new.count {
      let goneUntil = (older..<old.count).first { !removed.contains($0) } ?? old.count
      let addedUntil = (newer..<new.count).first { !inserted.contains($0) } ?? new.count
      if goneUntil > older || addedUntil > newer { runs.append((false, older..<goneUntil, newer..<addedUntil)) }
      let kept = zip(goneUntil..<old.count, addedUntil..<new.count)
        .prefix { !removed.contains($0) && !inserted.contains($1) }.count
      older = goneUntil + kept
      newer = addedUntil + kept
      if kept > 0 { runs.append((true, goneUntil..<older, addedUntil..<newer)) }
    }
    return runs
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
