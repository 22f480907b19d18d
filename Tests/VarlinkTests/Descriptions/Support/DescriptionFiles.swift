import Foundation
import Varlink

/// The descriptions under `interfaces/`, as they lie there.
enum DescriptionFiles {
  static let names = ["io.brightnessd.Lights", "io.brightnessd.Sessions"]

  static func text(of name: String, from tests: String = #filePath) throws -> String {
    let folder = tests.components(separatedBy: "/Tests/VarlinkTests/")[0]
    return try String(contentsOfFile: "\(folder)/interfaces/\(name).varlink", encoding: .utf8)
  }
}
