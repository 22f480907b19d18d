/// A configuration file, part by part, in the spelling that systemd's files have.
struct ConfigurationText: Sequence, IteratorProtocol {
  enum Part: Hashable {
    case section(String)
    case assignment(key: String, value: String)
    case malformed(String)
  }

  struct PlacedPart: Hashable {
    let line: Int
    let part: Part
  }

  private var rest: ArraySlice<Substring>

  init(_ text: String) {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    // Not by character: a carriage return and a newline are one character.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
    rest = lines[...]
  }

  /// The next part that says something, with the number of the line where it begins.
  mutating func next() -> PlacedPart? {
    while let first = rest.first {
      let number = rest.startIndex + 1
      rest.removeFirst()
      let line = first.trimmed
      if line.isEmpty || line.isComment { continue }
      return PlacedPart(line: number, part: Part(continued(line).trimmed))
    }
    return nil
  }

  /// A line with those that follow it, as long as one ends in a backslash; comments in between are passed over.
  private mutating func continued(_ line: Substring) -> Substring {
    var whole = line
    while whole.isContinued {
      whole = whole.dropLast() + " "
      guard let next = rest.popFirst(where: { !$0.trimmed.isComment }) else { break }
      whole += next.trimmed
    }
    return whole
  }
}

extension ConfigurationText.Part {
  fileprivate init(_ line: Substring) {
    if line.first == "[", line.last == "]" {
      self = .section(String(line.dropFirst().dropLast()))
    } else if line.first != "[", let sign = line.firstIndex(of: "="), sign > line.startIndex {
      let value = line[line.index(after: sign)...]
      self = .assignment(key: String(line[..<sign].trimmed), value: String(value.trimmed))
    } else {
      self = .malformed(String(line))
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let isBlank = { (scalar: Unicode.Scalar) in " \t\r".unicodeScalars.contains(scalar) }
    let front = unicodeScalars.drop(while: isBlank)
    guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
    return Substring(front[...last])
  }

  fileprivate var isComment: Bool { first == "#" || first == ";" }

  /// A backslash before the last one takes away what that would mean.
  fileprivate var isContinued: Bool { reversed().prefix { $0 == "\\" }.count % 2 == 1 }
}

extension ArraySlice {
  /// Takes elements off the front up to the first that fits, and gives that one.
  fileprivate mutating func popFirst(where fits: (Element) -> Bool) -> Element? {
    while let first = popFirst() {
      if fits(first) { return first }
    }
    return nil
  }
}
