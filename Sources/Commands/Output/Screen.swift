import BrightnessEventLoop
import Glibc

/// Capabilities of the terminal or file behind the standard output.
package struct Screen: Sendable, Hashable {
  /// Nil if it is not a terminal.
  package var columns: Int?
  let hasColours: Bool
  package let isPage: Bool
  /// Whether it can show characters beyond ASCII; true for a file.
  let isUnicode: Bool

  package init(columns: Int?, _ variable: (String) -> String?) {
    self.columns = columns
    guard columns != nil else {
      hasColours = false
      isPage = false
      isUnicode = true
      return
    }
    isPage = variable("TERM") != "dumb"
    hasColours = isPage && variable("NO_COLOR")?.isEmpty != false
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    let encoding = locale?.split(separator: ".").last?.split(separator: "@").first?.lowercased()
    isUnicode = encoding == "utf-8" || encoding == "utf8"
  }

  /// Size of the terminal of a descriptor; nil if it is not a terminal.
  static func size(of number: CInt) -> (columns: Int, rows: Int)? {
    guard isatty(number) == 1 else { return nil }
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  package var ellipsis: String { isUnicode ? "…" : "~" }

  /// The text, with the characters replaced that the screen cannot show.
  package func shown(_ text: String) -> String {
    if isUnicode { return text }
    return text.unicodeScalars.reduce(into: "") { shown, scalar in
      switch scalar {
      case "…": shown += "..."
      case "←": shown += "<-"
      default: shown.unicodeScalars.append(scalar.isASCII ? scalar : "?")
      }
    }
  }
}

/// Meaning of a piece of text, shown in colour.
package enum Style: Int, Sendable, CaseIterable {
  // Parameters of "select graphic rendition" in ECMA-48.
  case plain = 0, title = 1, minor = 2, problem = 31, good = 32, warning = 33

  fileprivate var sequence: String { "\u{1B}[\(rawValue)m" }

  package func applied(to text: String, on screen: Screen) -> String {
    guard screen.hasColours, !text.isEmpty, self != .plain else { return text }
    return "\(sequence)\(text)\(Style.plain.sequence)"
  }
}

extension String {
  /// A finished line in which every control character except styles and tabs is escaped. The
  /// escapes are those of JSON, so that a line of JSON stays valid.
  var printable: String {
    var rest = unicodeScalars[...]
    var line = String.UnicodeScalarView()
    while let scalar = rest.first {
      let style = scalar.isPlain ? nil : Style.allCases.map(\.sequence).first { rest.starts(with: $0.unicodeScalars) }
      if let style {
        line += style.unicodeScalars
      } else if scalar.isPlain || scalar == "\t" {
        line.append(scalar)
      } else {
        let units = scalar.utf16.map { "\\u" + String(UInt32($0) + 0x1_0000, radix: 16).dropFirst() }
        line += units.joined().unicodeScalars
      }
      rest = rest.dropFirst(style?.unicodeScalars.count ?? 1)
    }
    return String(line)
  }

  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// The text broken between words into lines of at most `width` columns.
  package func wrapped(to width: Int?) -> [String] {
    guard let width else { return [self] }
    var lines = [""]
    for word in split(separator: " ") {
      let last = lines[lines.count - 1]
      let longer = last.isEmpty ? String(word) : "\(last) \(word)"
      if longer.columns > width, !last.isEmpty { lines.append(String(word)) } else { lines[lines.count - 1] = longer }
    }
    return lines
  }

  /// The text cut to `width` columns, with `mark` at the end if anything was cut.
  package func cut(to width: Int, mark: String) -> String {
    guard columns > width else { return self }
    var left = width - mark.columns
    guard left >= 0 else { return "" }
    let front = unicodeScalars.prefix { scalar in
      left -= scalar.columns
      return left >= 0
    }
    return String(front) + mark
  }
}

extension Unicode.Scalar {
  /// Scripts and pictures that take two columns.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  fileprivate var columns: Int {
    if isASCII { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }
}
