import Foundation
import Programs
import Testing

@Suite struct DemoTests {
  private static let package = #filePath.components(separatedBy: "/Tests/EndToEndTests/")[0]

  @Test func `the demo shows a light that is restored after a kill`() throws {
    let programs = try Program.path(of: "brightness").components(separatedBy: "/").dropLast().joined(separator: "/")

    let demo = try Program(["\(Self.package)/Scripts/demo", programs], errors: .included)
    let output = try demo.waitForOutput()

    #expect(demo.waitForEnd() == 0, "\(output)")
    for name in ["simulated_panel", "DP-1"] {
      let lights = output.components(separatedBy: "\n").filter { $0.hasPrefix(name) }
      #expect(lights.count == 3)
      #expect(lights.map { $0.contains("100%") } == [false, true, false])
      #expect(lights.first == lights.last)
    }
    #expect(output.matches(of: /\n  in effect +100%  ticket by cat/).count == 2)
    #expect(output.contains("--reason \"the train\""))
  }
}
