import Brightness
import BrightnessControl
import BrightnessModel
import DocumentedKeys
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct AutomaticRecordingTests {
  @Test func `a replay of readings, sets and holds writes what the daemon wrote, and ends with its state`() throws {
    let daemon = try TestDaemon.following([Device.panel, Device.keyboard], isRecorded: true)
    let client = try daemon.connect()
    try client.ask(AutomaticInterface.TurnOn(light: "keyboard"))
    try daemon.live(in: 10_000)
    try client.set(70)
    daemon.live(.seconds(70))
    try client.set(20, forNow: true)
    let holder = try daemon.connect()
    _ = holder.follow(SessionsInterface.Hold(scene: .init(claims: [.init(rule: .atMost, percent: 30)])))
    try daemon.live(in: 2)
    try daemon.removeSensor()
    try daemon.addSensor()
    try daemon.live(in: 1000)
    holder.leave()
    try daemon.move(to: 33)
    daemon.live(.seconds(10))
    try client.ask(AutomaticInterface.Forget(light: "keyboard"))
    daemon.live(.seconds(30))

    var (first, second): ([String], [String]) = ([], [])
    let state = try Replay(daemon.recording).run { first.append($0) }
    _ = try Replay(daemon.recording).run { second.append($0) }

    #expect(state == daemon.core)
    #expect(state.ambient == daemon.core.ambient)
    #expect(first == second)
    #expect(first.contains { $0.contains("read") && $0.contains("writes backlight/panel: 100") })
  }

  /// The actions that an earlier version has recorded are in the corpus of the fuzzer.
  @Test func `recordings of older versions are still read`() throws {
    let daemon = try TestDaemon(isRecorded: true)
    let settings = #"{"limits":{"scenes":16,"userBytes":262144},"overrides":[],"savesSessions":true}"#
    let header = #"{"recording":2,"version":"0.2.0","settings":\#(settings)}"#
    let actions = try repositoryText("Tests/Fuzz/Corpus/recordings/simulated")
    try daemon.overwrite("../recording", with: "\(header)\n\(actions)")

    let state = try Replay(daemon.recording).run { _ in }

    #expect(state.view(of: LightID(.backlight, "simulated_panel"))?.target.raw == 350)
    #expect(state.settings.keyboardIsDarkBelow == nil)
    #expect(state.followingLights == [])
  }

  @Test(arguments: [
    #"{"ambient":{"_0":{"sensor":{"_0":{"read":{"_0":{"millilux":-1},"at":{"offset":0}}}}}}}"#,
    #"{"ambient":{"_0":{"sensor":{"_0":{"read":{"_0":{"millilux":9223372036854775807},"at":{"offset":0}}}}}}}"#,
    #"{"ambient":{"_0":{"restored":{"_0":{"room":{"steps":9223372036854775807},"lights":[]}}}}}"#,
  ])
  func `light beyond the scale is the nearer end of it`(action: String) throws {
    let daemon = try TestDaemon(isRecorded: true)

    try daemon.appendToRecording(action)

    _ = try Replay(daemon.recording).run { _ in }
  }

  @Test(arguments: [
    "[]",
    #"[{"light":{"steps":2},"share":"0.5","isTaught":false},{"light":{"steps":1},"share":"0.6","isTaught":false}]"#,
  ])
  func `a curve without order is refused with the number of its line`(points: String) throws {
    let daemon = try TestDaemon(isRecorded: true)
    let line = daemon.recordedCount + 1

    let follower = #"{"mode":{"on":{}},"rule":{"curve":{"_0":{"points":\#(points)}}}}"#
    try daemon.appendToRecording(#"{"ambient":{"_0":{"restored":{"_0":{"lights":["backlight/panel",\#(follower)]}}}}}"#)

    let failure = #expect(throws: DaemonError.self) { try Replay(daemon.recording).run { _ in } }
    #expect(failure?.description.contains("line \(line) is not an action") == true)
  }
}

extension TestDaemon {
  /// Appends a line, as if the daemon had recorded it.
  fileprivate func appendToRecording(_ line: String) throws {
    guard case .success(let content)? = ConfigurationFile(reading: recording)?.content else { return }
    try overwrite("../recording", with: "\(content)\(line)\n")
  }
}
