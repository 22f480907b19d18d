import Programs
import Testing

@Suite struct DemoTests {
  @Test func `the demo has six conclusions, all of them true`() throws {
    let demo = try Run(["demo"])

    #expect(demo.status == 0)
    #expect(demo.lines.filter { $0.contains("✔") }.count == 6)
    #expect(!demo.lines.contains { $0.contains("✘") })
  }

  @Test func `the demo prints the same at each run`() throws {
    let first = try Run(["demo"])
    let second = try Run(["demo"])

    #expect(first.lines == second.lines)
  }

  @Test func `a part of the demo fits on a small screen`() throws {
    let demo = try Run(["demo"])

    let parts = demo.lines.split { $0.hasPrefix("   ✔") }

    #expect(parts.map(\.count).allSatisfy { $0 < 20 })
    #expect(demo.lines.allSatisfy { $0.count <= 120 })
  }
}
