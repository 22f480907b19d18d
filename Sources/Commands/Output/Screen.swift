import Glibc

/// What can be shown on the standard output.
public struct Screen: Sendable, Hashable {
  /// How wide the terminal is; nil where there is none.
  var columns: Int?
  let hasColours: Bool
  /// Whether it can be written anew from its top.
  let isPage: Bool
  /// Whether letters and blocks beyond ASCII are understood; a file takes everything.
  let isUnicode: Bool

  /// What the environment says of a terminal that is so wide.
  public init(columns: Int?, _ variable: (String) -> String?) {
    self.columns = columns
    guard columns != nil else {
      (hasColours, isPage, isUnicode) = (false, false, true)
      return
    }
    isPage = variable("TERM") != "dumb"
    hasColours = isPage && variable("NO_COLOR")?.isEmpty != false
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    let encoding = locale?.split(separator: ".").last?.split(separator: "@").first?.lowercased()
    isUnicode = encoding == "utf-8" || encoding == "utf8"
  }

  /// How large the terminal behind a descriptor is; nil if it is none.
  static func size(of number: CInt) -> (columns: Int, rows: Int)? {
    guard isatty(number) == 1 else { return nil }
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Stands where something was cut off.
  var ellipsis: String { isUnicode ? "…" : "~" }

  /// The text as far as it is understood.
  func shown(_ text: String) -> String {
    isUnicode ? text : text.inASCII
  }
}

/// What a piece of text is, for a terminal with colours.
enum Style: Sendable, Hashable {
  case plain, title, lit, held, trouble, aside

  /// As "select graphic rendition" of ECMA-48 has it; nil for nothing special.
  private var rendition: String? {
    switch self {
    case .plain: nil
    case .title: "1"
    case .lit: "32"
    case .held: "33"
    case .trouble: "31"
    case .aside: "2"
    }
  }

  func applied(to text: String, on screen: Screen) -> String {
    guard screen.hasColours, !text.isEmpty, let rendition else { return text }
    return "\u{1B}[\(rendition)m\(text)\u{1B}[0m"
  }
}

extension String {
  /// The text for a screen that knows nothing but ASCII.
  var inASCII: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isASCII ? $0 : "?" }))
  }

  /// How many columns a terminal gives to it.
  var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// The text with spaces after it, up to so many columns.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

  /// The text in lines of so many columns at most, as far as its words allow.
  func wrapped(to width: Int?) -> [String] {
    guard let width else { return [self] }
    var lines = [""]
    for word in split(separator: " ") {
      let last = lines[lines.count - 1]
      let longer = last.isEmpty ? String(word) : "\(last) \(word)"
      if longer.columns > width, !last.isEmpty { lines.append(String(word)) } else { lines[lines.count - 1] = longer }
    }
    return lines
  }

  /// As much of the front as so many columns hold, with `mark` where something is missing.
  func cut(to width: Int, mark: String) -> String {
    guard columns > width else { return self }
    var left = width - mark.columns
    guard left >= 0 else { return "" }
    var front = ""
    for scalar in unicodeScalars {
      left -= scalar.columns
      if left < 0 { break }
      front.unicodeScalars.append(scalar)
    }
    return front + mark
  }
}

extension Unicode.Scalar {
  /// Ranges of scripts and pictures that are twice as wide as a letter.
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
