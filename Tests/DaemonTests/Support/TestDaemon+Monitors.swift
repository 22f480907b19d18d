import Brightness
import BrightnessModel
import DDCTesting
import Hardware
import HardwareTesting

@testable import Daemon

extension LightID {
  static let monitor = LightID(.ddc, "DEL-a0b1-777")
}

extension TestDaemon {
  /// A daemon with one monitor at 40 of 100, and without other lights.
  static func withMonitor(_ monitor: TestMonitor = TestMonitor(), serving: Configuration? = nil) throws -> TestDaemon {
    try TestDaemon([], serving: serving, monitors: [monitor])
  }

  /// The same, read by a first hold of another level, which has ended.
  static func withKnownMonitor(_ monitor: TestMonitor = TestMonitor()) throws -> TestDaemon {
    let daemon = try withMonitor(monitor)
    daemon.ask()
    _ = daemon.messages()
    return daemon
  }

  /// Reads monitors as a call of a client does.
  func ask(_ ids: LightID...) {
    for id in ids.isEmpty ? [.monitor] : ids {
      let session = openSession(uid: 0)
      subject.assumeIsolated { $0.clients.call(.read(id), of: session) { _ in } }
    }
    runUntilIdle()
  }

  /// The messages to monitors since the last time.
  func messages() -> [String] { workers?.takeMessages() ?? [] }

  /// Changes what is wrong with the monitor.
  func fault(_ bus: Int = 1, _ body: @Sendable (inout MonitorFaults) -> Void) { workers?.fault(bus, body) }

  func change(_ file: String, _ text: String, of connector: String = "card1-DP-1") throws {
    try tree.set(file, text, of: connector)
  }

  /// Sends the event of a change at a graphics card.
  func sendCardEvent() throws {
    try tree.send("change", FakeDevice("\(MonitorTree.device(of: 1))/drm/card1", listing: "class/drm"))
    runUntilIdle()
  }

  /// The devices that are not used, with their reasons.
  var unused: [String] {
    subject.assumeIsolated { $0.lights.unused.map(\.description) }
  }

  func setMonitor(_ level: Level, _ id: LightID = .monitor) -> Answers {
    let answers = Answers()
    let session = openSession(uid: 0)
    subject.assumeIsolated { daemon in
      daemon.clients.call(.set([id], level, allowOff: false, fade: nil), of: session) { answers.note($0) }
    }
    runUntilIdle()
    return answers
  }

  func holdMonitor(_ holder: Int = 1, at percent: Double, _ onChange: ChangePolicy = .yield) {
    hold(holder, .exactly(DaemonTests.percent(percent)), onChange)
  }

  /// A daemon whose monitor is held at 80, above a base of 40.
  static func holdingMonitor(_ monitor: TestMonitor = TestMonitor()) throws -> TestDaemon {
    let daemon = try TestDaemon.withKnownMonitor(monitor)
    daemon.holdMonitor(at: 80)
    _ = daemon.messages()
    return daemon
  }

  /// The writes among the messages.
  func sets() -> [String] { messages().filter { $0.contains("set") } }
}
