import Glibc

/// What can be shown on the standard output.
public struct Screen: Sendable, Hashable {
  /// How wide the terminal is; nil where there is none.
  var columns: Int?
  let hasColours: Bool
  /// Whether letters and blocks beyond ASCII are understood.
  let isUnicode: Bool

  /// What the environment says of a terminal that is so wide.
  public init(_ environment: [String: String], columns: Int?) {
    self.columns = columns
    let isPlain = environment["TERM"] == "dumb" || environment["NO_COLOR"]?.isEmpty == false
    hasColours = columns != nil && !isPlain
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
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

  /// The text as far as the terminal understands it; to a file or another program everything goes as it is.
  func shown(_ text: String) -> String {
    columns == nil || isUnicode ? text : text.inASCII
  }
}
