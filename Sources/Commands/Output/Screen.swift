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
