import Foundation

/// The manual pages, as they lie there.
enum ManualPage {
  static func text(of page: String) throws -> String {
    let root = #filePath.components(separatedBy: "/Tests/ControlAPITests/")[0]
    return try String(contentsOfFile: "\(root)/docs/man/\(page)", encoding: .utf8)
  }

  /// A text as it stands in a page.
  static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
      .joined(separator: "\n")
  }
}
