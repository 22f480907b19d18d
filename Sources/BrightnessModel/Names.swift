extension StringProtocol {
  /// Whether the text is a name of letters, digits, dots, hyphens and underscores of ASCII that no
  /// command takes for an option.
  package func isName(atMost limit: Int) -> Bool {
    let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_".utf8
    return 1...limit ~= utf8.count && utf8.allSatisfy(signs.contains) && first != "-"
  }
}
