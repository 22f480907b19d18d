/// A level as a length.
struct Bar: Sendable, Hashable {
  /// From 0 to 1.
  let share: Double

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// So many columns wide; a light that is not off is never shown as nothing.
  func text(columns: Int, on screen: Screen) -> String {
    guard screen.isUnicode else { return inASCII(columns: columns) }
    let parts = filled(of: columns * 8)
    let text = String(repeating: "█", count: parts / 8) + Self.eighths[parts % 8]
    return text + String(repeating: " ", count: columns - (parts + 7) / 8)
  }

  private func inASCII(columns: Int) -> String {
    let parts = filled(of: columns)
    return String(repeating: "#", count: parts) + String(repeating: "-", count: columns - parts)
  }

  private func filled(of parts: Int) -> Int {
    let exact = min(max(share, 0), 1) * Double(parts)
    return exact > 0 ? max(1, Int(exact.rounded())) : 0
  }
}
