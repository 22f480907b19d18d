import Foundation
import Programs
import Testing

@Suite struct DemoTests {
  @Test func `the demo shows a light that is restored after a kill`() throws {
    let demo = try Program(["\(Package.root)/Scripts/demo", Package.programs], errors: .included)
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

  @Test func `the demo of a fleet shows three machines that are restored after a kill`() throws {
    let demo = try Program(["\(Package.root)/Scripts/demo-fleet", Package.programs], errors: .included)
    let output = try demo.waitForOutput()

    #expect(demo.waitForEnd() == 0, "\(output)")
    for device in ["sign-1", "sign-2", "sign-3"] {
      let panels = output.components(separatedBy: "\n").filter { $0.hasPrefix("\(device)  simulated_panel") }
      #expect(panels.map { $0.contains("100%  ") } == [false, true, false])
      #expect(panels.map { $0.hasSuffix(": alarm") } == [false, true, false])
    }
  }
}
