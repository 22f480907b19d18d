/// What differs between two values at one place.
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

  /// What stands around a part: its label, and the comma after it.
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
