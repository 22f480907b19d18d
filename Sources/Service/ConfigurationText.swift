import BrightnessEventLoop

/// The sections and assignments of a configuration file, in the syntax of systemd's files.
public struct ConfigurationText {
  public enum Part: Hashable {
    case section(String)
    case assignment(key: String, value: String)
    case malformed(String)
  }

  /// Each part with the line where it begins.
  public private(set) var parts: [(line: Int, part: Part)] = []

  public init(_ text: String) {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    // Split by scalars: to Swift, a carriage return and a newline are one character.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    var whole = ""
    var start = 0
    for (index, line) in lines.enumerated() {
      let line = Substring(line).trimmed
      let isBlank = whole.isEmpty && line.isEmpty
      if line.isComment || isBlank { continue }
      if whole.isEmpty { start = index + 1 }
      whole.unicodeScalars.append(contentsOf: line.unicodeScalars)
      // The next line continues this one; comments in between are skipped.
      if Substring(whole).isContinued, index + 1 < lines.count {
        whole.unicodeScalars.removeLast()
        whole.unicodeScalars.append(" ")
      } else {
        add(whole, start)
        whole = ""
      }
    }
    if !whole.isEmpty { add(whole, start) }
  }

  private mutating func add(_ whole: String, _ line: Int) {
    let end = Substring(whole).isContinued ? Substring(whole).dropLast() : Substring(whole)
    parts.append((line, Part(end.trimmed)))
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

  /// Whether the line ends in an odd number of backslashes. An even number means escaped
  /// backslashes.
  fileprivate var isContinued: Bool { utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1 }
}
