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
    if oldShape.style == newShape.style, oldShape.name == newShape.name,
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
    let alignment = Alignment(old.parts.map { "\($0.value)" }, new.parts.map { "\($0.value)" }, by: ==)
    return alignment.steps.flatMap { step in
      switch step {
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
