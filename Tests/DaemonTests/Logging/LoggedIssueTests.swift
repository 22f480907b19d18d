import Brightness
import BrightnessEventLoop
import BrightnessModel
import ComposableCore
import ComposableTesting
import Hardware
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct LoggedIssueTests {
  @Test func `a mistake in the core is a line of the log, at most five times in half a minute`() throws {
    let lines = try linesOfMistakes(7)

    #expect(lines.count == 5)
    let start = "brightnessd: internal error at Brightness/Core.swift:"
    #expect(lines.allSatisfy { $0.hasPrefix(start) && $0.contains("\"forEach\" at Brightness/Core.swift:") })
  }

  @Test func `a mistake in the core is given to the reporter that a test has chosen`() throws {
    var lines: [String]?
    let issues = try withIssues { lines = try linesOfMistakes(1) }

    #expect(issues.count == 1)
    #expect(lines == [])
  }

  /// The daemon's log after it sends an action to each of so many sessions, none of which exists.
  private func linesOfMistakes(_ count: Int) throws -> [String] {
    let folder = try TemporaryFolder()
    let records = try RestoreRecordFile.open("\(folder.path)/state")
    let lines = Lines()
    let daemon = BrightnessDaemon(
      FakeTreeOrigin(root: folder.path),
      on: try EventLoop(),
      records: records,
      log: lines.log(.error)
    )
    daemon.assumeIsolated { daemon in
      for number in 1...count {
        daemon.core.handle(.session(.element(id: SessionID(number), action: .scenes(.popFrom(id: 1)))))
      }
    }
    return lines.all
  }
}
