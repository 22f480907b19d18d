/// Shows how two values differ, with what is unchanged collapsed; nil if they are equal.
public func diff(_ first: Any, _ second: Any, format: DiffFormat = .default) -> String? {
  if areSame(first, second) { return nil }
  var differ = Differ()
  return differ.difference(first, second).lines()
    .map { "\(format.mark(of: $0.side)) \($0.text)" }
    .joined(separator: "\n")
}

extension DiffFormat {
  fileprivate func mark(of side: Difference.Line.Side) -> String {
    switch side {
    case .both: both
    case .first: first
    case .second: second
    }
  }
}

/// Finds the differences of values.
struct Differ {
  private var first: Describer
  private var second: Describer

  init() {
    let numbers = Reflector.Numbers()
    first = Describer(reflector: Reflector(numbers: numbers))
    second = Describer(reflector: Reflector(numbers: numbers))
  }

  mutating func difference(_ old: Any, _ new: Any) -> Difference {
    if areSame(old, new) { return .same(second.reflector.shape(of: new).collapsed) }
    let before = (first, second)
    let oldShape = first.reflector.shape(of: old)
    let newShape = second.reflector.shape(of: new)
    if oldShape.style == newShape.style, oldShape.identity == newShape.identity,
      let lines = lines(oldShape, newShape)
    {
      return .inside(first: oldShape, second: newShape, lines: lines)
    }
    (first, second) = before
    return .replaced(first: linesOfFirst(old), second: linesOfSecond(new))
  }

  mutating func linesOfFirst(_ value: Any) -> [String] { first.lines(of: value) }
  mutating func linesOfSecond(_ value: Any) -> [String] { second.lines(of: value) }

  /// The lines inside of two shapes, or nil if they are better shown one after the other.
  private mutating func lines(_ old: Shape, _ new: Shape) -> [Difference.Line]? {
    switch old.style {
    case .leaf: nil
    case .lines: linesOfTexts(old, new)
    case .record: linesOfRecords(old, new)
    case .payload: isShort(old) && isShort(new) ? nil : linesOfRecords(old, new)
    case .list: linesOfLists(old, new)
    case .keyed: linesOfKeyed(old, new)
    }
  }

  /// Whether a payload fits on one line.
  private func isShort(_ shape: Shape) -> Bool {
    var trial = Describer()
    return shape.parts.allSatisfy { trial.lines(of: $0.value).count == 1 }
  }

  private mutating func linesOfRecords(_ old: Shape, _ new: Shape) -> [Difference.Line]? {
    guard old.parts.map(\.label) == new.parts.map(\.label) else { return nil }
    return old.parts.indices.flatMap { index in
      let part = difference(old.parts[index].value, new.parts[index].value)
      let frame = new.frame(at: index)
      return part.lines(first: frame, second: frame)
    }
  }

  private func linesOfTexts(_ old: Shape, _ new: Shape) -> [Difference.Line] {
    align(old.parts.map { "\($0.value)" }, new.parts.map { "\($0.value)" }, by: ==).flatMap { run in
      switch run {
      case .kept(let olds, _): olds.map { Difference.Line(side: .both, text: "\(old.parts[$0].value)") }
      case .changed(let olds, let news):
        olds.map { Difference.Line(side: .first, text: "\(old.parts[$0].value)") }
          + news.map { Difference.Line(side: .second, text: "\(new.parts[$0].value)") }
      }
    }
  }
}

extension Shape {
  func frame(at index: Int) -> Difference.Frame {
    Difference.Frame(prefix: parts[index].prefix, suffix: index == parts.count - 1 ? "" : ",")
  }
}

extension Differ {
  mutating func linesOfLists(_ old: Shape, _ new: Shape) -> [Difference.Line] {
    align(old.parts, new.parts) { areSame($0.value, $1.value) && hasSameKey($0, $1) }.flatMap { run in
      switch run {
      case .kept(_, let news): unchanged(Array(news), of: new)
      case .changed(let olds, let news): changed(Array(olds), of: old, Array(news), of: new)
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

  /// Elements of a list that are labelled by more than their position, as those of a stack, are distinguished by it.
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

/// The marks of a difference's lines.
public struct DiffFormat: Sendable {
  /// Before a line of the first value only.
  public let first: String
  /// Before a line of the second value only.
  public let second: String
  /// Before a line of both.
  public let both: String

  public init(first: String, second: String, both: String) {
    self.first = first
    self.second = second
    self.both = both
  }

  /// Removed lines are marked `-`, added ones `+`.
  public static let `default` = DiffFormat(first: "-", second: "+", both: " ")

  /// Expected lines are marked `−`, actual ones `+`.
  public static let expectedFirst = DiffFormat(first: "−", second: "+", both: " ")
}
