import BrightnessEventLoop
import Glibc
import Guarantees
import Programs
import Testing

@Suite(.tags(.idle)) struct IdleTests {
  @Test func `an idle loop adds no thread and never wakes up`() throws {
    let child = try Program(["IdleLoop"])
    defer { child.kill() }
    let isReady = child.isReadable(within: .seconds(30))
    let threadsBefore = try child.readByte()
    let spokeWhileSettling = child.isReadable(within: .milliseconds(200))

    let before = try child.contextSwitches
    let spokeWhileIdle = child.isReadable(within: .seconds(1))
    let after = try child.contextSwitches
    let threads = try child.threadCount

    #expect(isReady && !spokeWhileSettling && !spokeWhileIdle)
    #expect(before.count == 2)
    #expect(after == before)
    #expect(threads == Int(threadsBefore))
  }
}

extension Program {
  fileprivate func isReadable(within duration: Duration) -> Bool {
    var request = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, CInt(duration / .milliseconds(1))) == 1
  }

  fileprivate func readByte() throws -> UInt8 {
    try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
      let count = try output.read(into: buffer)
      return count == 1 ? buffer[0] : 0
    }
  }

  /// How often the main thread gave up the processor, voluntarily or not.
  fileprivate var contextSwitches: [String] {
    get throws { try status.filter { $0.contains("ctxt_switches") } }
  }

  fileprivate var threadCount: Int? {
    get throws { try status.first { $0.hasPrefix("Threads:") }.flatMap { Int($0.split(separator: "\t").last ?? "") } }
  }

  private var status: [String] {
    get throws { try text(of: "/proc/\(process)/status").split(separator: "\n").map(String.init) }
  }
}
