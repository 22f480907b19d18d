import Foundation

/// The descriptions under `interfaces/`, as they lie there.
enum DescriptionFiles {
  static let names = ["io.brightnessd.Health", "io.brightnessd.Lights", "io.brightnessd.Sessions"]

  static let root = #filePath.components(separatedBy: "/Tests/VarlinkCodegenTests/")[0]

  static func text(of name: String) throws -> String {
    try String(contentsOfFile: "\(root)/interfaces/\(name).varlink", encoding: .utf8)
  }
}
