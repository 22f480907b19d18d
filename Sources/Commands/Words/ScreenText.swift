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
