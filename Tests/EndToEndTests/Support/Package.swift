import Foundation
import Programs

/// Where the files of the package lie.
enum Package {
  static let root = #filePath.components(separatedBy: "/Tests/EndToEndTests/")[0]

  /// The folder of the programs under test.
  static var programs: String {
    get throws { URL(filePath: try Program.path(of: "brightness")).deletingLastPathComponent().path }
  }
}
