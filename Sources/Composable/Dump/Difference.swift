/// The difference of two values at one place.
enum Difference {
  /// Nothing: the value on one line.
  case same(String)
  case replaced(first: [String], second: [String])
  case inside(first: Shape, second: Shape, lines: [Line])

  /// A line of one value or of both.
  struct Line {
    enum Side { case both, first, second }

    let side: Side
    let text: String
  }

  /// The frame of a part: its label, and the comma after it.
  struct Frame {
    var prefix = ""
    var suffix = ""
  }

  func lines(first: Frame = Frame(), second: Frame = Frame()) -> [Line] {
    switch self {
    case .same(let text):
      Self.merged([text], [text], first, second)
    case .replaced(let old, let new):
      (old == new ? [Line(side: .both, text: "// These differ, though they print alike:")] : [])
        + Self.framed(old, first, .first) + Self.framed(new, second, .second)
    case .inside(let old, let new, let lines):
      Self.merged([old.opening], [new.opening], Frame(prefix: first.prefix), Frame(prefix: second.prefix))
        + lines.map { Line(side: $0.side, text: indented($0.text, in: old)) }
        + Self.merged([old.closing], [new.closing], Frame(suffix: first.suffix), Frame(suffix: second.suffix))
    }
  }

  private func indented(_ text: String, in shape: Shape) -> String {
    shape.style == .lines ? text : "  \(text)"
  }

  static func framed(_ lines: [String], _ frame: Frame, _ side: Line.Side) -> [Line] {
    var lines = lines
    lines[0] = frame.prefix + lines[0]
    lines[lines.count - 1] += frame.suffix
    return lines.map { Line(side: side, text: $0) }
  }

  /// Lines that are the same on both sides once, and twice otherwise.
  private static func merged(_ old: [String], _ new: [String], _ first: Frame, _ second: Frame) -> [Line] {
    let olds = framed(old, Frame(prefix: first.prefix), .first)
    let news = framed(new, second, .second)
    let areAlike = olds.map(\.text) == framed(new, Frame(prefix: second.prefix), .second).map(\.text)
    return areAlike ? news.map { Line(side: .both, text: $0.text) } : framed(old, first, .first) + news
  }
}

/// Whether two values of whatever type are the same: by `==` where there is one, else by what would be described of them.
func areSame(_ first: Any, _ second: Any) -> Bool {
  var comparison = Comparison()
  return comparison.areSame(first, second)
}

private struct Comparison {
  // Each side numbers its objects by itself: objects that are built alike then get the same numbers, also in cycles.
  private var first = Reflector()
  private var second = Reflector()

  mutating func areSame(_ old: Any, _ new: Any) -> Bool {
    guard type(of: old) == type(of: new) else { return false }
    if let old = old as? any Equatable { return isEqual(old, new) }
    if isObject(old), old as AnyObject === new as AnyObject { return true }
    return haveSameShape(old, new)
  }

  private mutating func haveSameShape(_ old: Any, _ new: Any) -> Bool {
    let old = first.shape(of: old)
    let new = second.shape(of: new)
    guard old.opening == new.opening, old.parts.count == new.parts.count else { return false }
    for (old, new) in zip(old.parts, new.parts) {
      guard old.label == new.label, areSame(old.value, new.value) else { return false }
    }
    return true
  }

  private func isEqual<Value: Equatable>(_ old: Value, _ new: Any) -> Bool {
    old == (new as? Value)
  }

  private func isObject(_ value: Any) -> Bool { type(of: value) is AnyClass }
}

/// A run of two sequences that are laid side by side: what both have, or what only one has in between.
enum AlignedRun {
  case kept(first: Range<Int>, second: Range<Int>)
  case changed(first: Range<Int>, second: Range<Int>)
}

/// Lays two sequences side by side.
func align<Element>(
  _ first: [Element],
  _ second: [Element],
  by areSame: (Element, Element) -> Bool
) -> [AlignedRun] {
  let (removed, inserted) = changes(from: first, to: second, by: areSame)
  var runs: [AlignedRun] = []
  var (old, new) = (0, 0)
  while old < first.count || new < second.count {
    let olds = (old..<first.count).prefix { removed.contains($0) }
    let news = (new..<second.count).prefix { inserted.contains($0) }
    if !olds.isEmpty || !news.isEmpty { runs.append(.changed(first: olds, second: news)) }
    (old, new) = (olds.endIndex, news.endIndex)
    let rest = zip(old..<first.count, new..<second.count)
    let kept = rest.prefix { !removed.contains($0) && !inserted.contains($1) }.count
    if kept > 0 { runs.append(.kept(first: old..<(old + kept), second: new..<(new + kept))) }
    (old, new) = (old + kept, new + kept)
  }
  return runs
}

private func changes<Element>(
  from first: [Element],
  to second: [Element],
  by areSame: (Element, Element) -> Bool
) -> (removed: Set<Int>, inserted: Set<Int>) {
  let prefix = zip(first, second).prefix { areSame($0, $1) }.count
  let rest = min(first.count, second.count) - prefix
  let suffix = zip(first.reversed(), second.reversed()).prefix(rest).prefix { areSame($0, $1) }.count
  let old = first[prefix..<(first.count - suffix)]
  let new = second[prefix..<(second.count - suffix)]
  // Beyond so many pairs, elements are compared place by place: finding the shortest difference takes too long.
  if old.count * new.count > 1_000_000 { return (Set(old.indices), Set(new.indices)) }
  var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
  for change in Array(new).difference(from: Array(old), by: areSame) {
    switch change {
    case .remove(let offset, _, _): removed.insert(prefix + offset)
    case .insert(let offset, _, _): inserted.insert(prefix + offset)
    }
  }
  return (removed, inserted)
}
