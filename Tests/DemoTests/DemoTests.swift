import Programs
import Testing

@Suite struct DemoTests {
  @Test func `the demo prints six true conclusions at each run, in parts that fit on a small screen`() throws {
    let demo = try Run(["demo"])
    let parts = demo.lines.split { $0.hasPrefix("   ✔") }

    #expect(demo.status == 0)
    #expect(demo.lines.filter { $0.contains("✔") }.count == 6)
    #expect(!demo.lines.contains { $0.contains("✘") })
    #expect(parts.map(\.count).allSatisfy { $0 < 20 })
    #expect(demo.lines.allSatisfy { $0.count <= 120 })
    #expect(try Run(["demo"]).lines == demo.lines)
  }
}
