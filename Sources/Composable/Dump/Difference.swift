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
