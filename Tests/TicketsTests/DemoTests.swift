import Glibc
import Testing

@Suite struct DemoTests {
  @Test func `the demo shows what it says`() throws {
    let demo = try Output(of: "demo")

    #expect(demo.status == 0)
    #expect(demo.lines.filter { $0.contains("✔") }.count == 5)
    #expect(!demo.lines.contains { $0.contains("✘") })
  }

  @Test func `the demo says the same each time`() throws {
    let first = try Output(of: "demo")
    let second = try Output(of: "demo")

    #expect(first.lines == second.lines)
  }

  @Test func `a part of the demo fits on a small screen`() throws {
    let demo = try Output(of: "demo")

    let parts = demo.lines.split { $0.hasPrefix("   ✔") }

    #expect(parts.map(\.count).allSatisfy { $0 < 20 })
    #expect(demo.lines.allSatisfy { $0.count <= 120 })
  }
}

/// What a program of this package prints, and how it ends.
private struct Output {
  let lines: [String]
  let status: CInt

  init(of program: String) throws {
    let tests = try #require(realpath("/proc/self/exe", nil))
    defer { free(tests) }
    let pipe = try #require(popen("'\(String(cString: dirname(tests)))/\(program)'", "r"))
    var lines: [String] = []
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    while getline(&line, &capacity, pipe) > 0, let line {
      lines.append(String(cString: line).filter { $0 != "\n" })
    }
    free(line)
    self.lines = lines
    status = pclose(pipe)
  }
}
