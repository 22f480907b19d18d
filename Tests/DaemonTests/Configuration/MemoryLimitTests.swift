import Testing

@testable import Daemon

@Suite struct MemoryLimitTests {
  @Test(arguments: [
    (["": "max", "/a.slice": "max", "/a.slice/a.service": "134217728"], "/a.slice/a.service", 134_217_728),
    (["/a.slice": "1000", "/a.slice/a.service": "134217728"], "/a.slice", 1000),
    (["": "2000"], "", 2000),
  ])
  func `the lowest limit of a group and those around it is found`(limits: [String: String], group: String, bytes: Int) {
    let limit = limit(limits, in: "1:name=systemd:/a\n0::/a.slice/a.service\n")

    #expect(limit == MemoryLimit(path: "/sys/fs/cgroup\(group)/memory.max", bytes: bytes))
  }

  @Test func `the name of a group may begin with a combining mark`() {
    let limit = limit(["/a": "1000"], in: "0::/a/\u{308}b\n")

    #expect(limit == MemoryLimit(path: "/sys/fs/cgroup/a/memory.max", bytes: 1000))
  }

  @Test func `without a limit or without a group there is none`() {
    #expect(limit(["": "max", "/a": "max"], in: "0::/a\n") == nil)
    #expect(limit(["/a": "1000"], in: "1:memory:/a\n") == nil)
    #expect(limit(["/a": "1000"], in: nil) == nil)
  }

  @Test func `limits of clients that exceed the memory are a warning where the last one is`() {
    let file = ConfigurationFile(
      path: "a.conf",
      content: .success("[Limits]\nConnections=2048\nBufferBytes=128M\nNesting=8\n")
    )

    let problems = ConfigurationReading([file], memory: MemoryLimit(path: "/memory.max", bytes: 128 << 20)).problems

    // Each connection has 16 KiB in the kernel and 4 of its own, and scenes have 4 MiB.
    let sum = "Connections=, SceneBytes= and BufferBytes= add up to \((132 + 40) << 20) bytes"
    let sentence = "cannot use all limits: \(sum), and '/memory.max' allows 134217728"
    #expect(problems == [ConfigProblem(file: "a.conf", line: 3, sentence: sentence, effect: .incomplete)])
  }

  @Test func `the default limits are within 128 MiB, and a warning names the file of a lower limit`() {
    #expect(ConfigurationReading([], memory: MemoryLimit(path: "/memory.max", bytes: 128 << 20)).problems == [])

    let problems = ConfigurationReading([], memory: MemoryLimit(path: "/memory.max", bytes: 16 << 20)).problems

    #expect(problems.map(\.file) == ["/memory.max"])
    #expect(problems.map(\.line) == [nil])
  }

  private func limit(_ limits: [String: String], in groups: String?) -> MemoryLimit? {
    MemoryLimit { path in
      if path == "/proc/self/cgroup" { return groups }
      let folder = path.dropFirst("/sys/fs/cgroup".count).dropLast("/memory.max".count)
      return limits[String(folder)].map { $0 + "\n" }
    }
  }
}
