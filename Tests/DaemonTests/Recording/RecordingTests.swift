import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import DDCTesting
import Glibc
import Hardware
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct RecordingTests {
  @Test func `a replay ends with the state of the daemon that was recorded`() throws {
    let daemon = try TestDaemon([Device.panel, Device.monitor, Device.keyboard], isRecorded: true)

    daemon.hold(1, .exactly(.all), fade: .milliseconds(100))
    daemon.hold(2, .scaled(percent(50)), of: .kind(.monitor), .rebase)
    daemon.files.fail("panel", .code(EIO))
    daemon.set(.share(percent(33)), of: Device.keyboard)
    try daemon.move(Device.monitor, to: 70)
    try daemon.unplug(Device.monitor)
    daemon.release(1)

    #expect(try Replay(daemon.recording).run { _ in } == daemon.core)
  }

  @Test func `a replay prints each action with its changes and writes`() throws {
    let daemon = try TestDaemon(isRecorded: true)
    daemon.hold(1, .exactly(percent(80)))
    var lines: [String] = []

    _ = try Replay(daemon.recording).run { lines.append($0) }

    #expect(lines.contains { $0.contains("appear") && $0.contains("writes backlight/panel: 80") })
  }

  @Test func `a Set of a monitor that was not read is one call of a recording, and a replay repeats it`() throws {
    let daemon = try TestDaemon([], serving: Configuration(), isRecorded: true, monitors: [TestMonitor()])
    let client = try daemon.connect()
    _ = try client.ask(LightsInterface.Set(level: .percent(70)))
    var lines: [String] = []

    let state = try Replay(daemon.recording).run { lines.append($0) }

    #expect(state == daemon.core)
    #expect(lines.filter { $0.contains("set") && $0.contains("called") }.count == 1)
    let reading = lines.first { $0.contains("found") }
    #expect(reading?.contains("writes ddc/DEL-a0b1-777: 70") == true)
  }

  @Test func `a recording is readable only by its owner`() throws {
    let daemon = try TestDaemon(isRecorded: true)
    var status = stat()

    #expect(stat(daemon.recording, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `an existing file is not recorded into`() throws {
    let daemon = try TestDaemon(isRecorded: true)

    let failure = #expect(throws: DaemonError.self) { try Recorder(daemon.recording) }

    #expect(failure?.description.hasSuffix("file exists") == true)
  }

  @Test func `a disk without room is reported`() throws {
    #expect(throws: DaemonError.self) { try Recorder("/dev/full") }
  }

  @Test func `the first difference in the log is not one to the state when its level was debug before`() {
    let lines = Lines()
    let log = lines.log(.debug)
    let trace = ActionTrace(nil, log, Core.Settings())
    func turn(_ level: LogLevel, savesSessions: Bool) {
      log.level = level
      trace.trace(.resumed)
      trace.logTurn(Core.State(settings: Core.Settings(savesSessions: savesSessions)))
    }

    turn(.debug, savesSessions: false)
    turn(.info, savesSessions: true)
    turn(.debug, savesSessions: true)

    #expect(!lines.all.contains { $0.contains("savesSessions") })
  }

  @Test func `a recording of another format is refused`() throws {
    let daemon = try TestDaemon(isRecorded: true)
    let header = #"{"recording":1,"version":"0.1.0","settings":{}}"#
    try daemon.overwriteRecording(with: "\(header)\n")

    #expect(throws: DaemonError.self) { try Replay(daemon.recording) }
  }

  @Test func `an invalid line is refused with its number`() throws {
    let daemon = try TestDaemon(isRecorded: true)
    try daemon.overwriteRecording(with: "", after: 2)

    let failure = #expect(throws: DaemonError.self) { try Replay(daemon.recording).run { _ in } }

    #expect(failure?.description.contains("line 3 is not an action") == true)
  }
}

extension TestDaemon {
  /// Replaces the recording by text, or keeps its first lines and appends an unknown action.
  fileprivate func overwriteRecording(with text: String, after count: Int? = nil) throws {
    guard let count else { return try overwrite("../recording", with: text) }
    guard case .success(let content)? = ConfigurationFile(reading: recording)?.content else { return }
    let lines = content.split(separator: "\n").prefix(count).joined(separator: "\n")
    try overwrite("../recording", with: "\(lines)\n{\"dimmed\":{}}\n")
  }
}
