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
    let panels = output.components(separatedBy: "\n").filter { $0.hasPrefix("simulated_panel") }
    #expect(panels.count == 3)
    #expect(panels.map { $0.contains("100%") } == [false, true, false])
    #expect(output.contains(/\n  deciding +100%  ticket by sleep/))
    #expect(panels.first == panels.last)
  }
}
