import Foundation
import HardwareTesting
import Programs
import Testing

/// `Scripts/toolchain`, where `swift` on the PATH is not the compiler itself: distributions and
/// version managers do that.
@Suite struct ToolchainTests {
  @Test(arguments: [
    "ln --symbolic \"$swift\" swift",
    "printf '#!/bin/sh\\nexec \"%s\" \"$@\"\\n' \"$swift\" >swift; chmod +x swift",
  ])
  func `finds the other programs of the toolchain`(command: String) throws {
    let folder = try TemporaryFolder()
    let script = """
      source '\(Package.root)/Scripts/toolchain'
      swift=$(command -v swift)
      cd '\(folder.path)'
      \(command)
      PATH='\(folder.path)':/usr/bin:/bin
      test "$(command -v swift)" = '\(folder.path)/swift' && test -x "$(toolchain)/bin/llvm-objcopy"
      """

    let run = try Run(["/bin/bash", "-c", script])

    #expect(run.status == 0, "\(run.output)")
  }
}
