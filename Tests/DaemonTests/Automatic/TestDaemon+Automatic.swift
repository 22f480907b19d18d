import Brightness
import BrightnessControl
import DDCTesting
@testable import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Hardware
import HardwareTesting
import Service
import Testing

@testable import Daemon

extension TestDaemon {
  /// A daemon with a light sensor, and clients, whose panel is at 60 of 100.
  static func withSensor(
    _ devices: [FakeDevice] = [Device.panel],
    configured text: String = "",
    isRecorded: Bool = false,
    monitors: [TestMonitor] = []
  ) throws -> TestDaemon {
    let reading = read("[Daemon]\nGroup=44\n\(text)")
    #expect(reading.problems == [])
    return try TestDaemon(
      devices + [Device.lightSensor],
      serving: reading.configuration,
      isRecorded: isRecorded,
      monitors: monitors
    )
  }

  /// The same, with automatic brightness on for its screens, and the light in the room has been
  /// read.
  static func following(
    _ devices: [FakeDevice] = [Device.panel],
    configured text: String = "",
    isRecorded: Bool = false
  ) throws -> TestDaemon {
    let daemon = try withSensor(devices, configured: text, isRecorded: isRecorded)
    try daemon.connect().ask(AutomaticInterface.TurnOn())
    daemon.live(.seconds(6))
    _ = daemon.files.takeWritten()
    return daemon
  }

  /// Changes the light in the room.
  func light(_ lux: Int) throws {
    try tree.put(.text("\(lux)\n"), at: "\(Device.lightSensor.path)/in_illuminance_input")
  }

  /// The same, and waits until levels have followed.
  func live(in lux: Int) throws {
    try light(lux)
    live(.seconds(15))
  }

  /// Advances the time in steps that are small enough for each reading to be answered.
  func live(_ duration: Duration) { pass(duration, by: .milliseconds(100)) }

  /// The same, until a condition holds, which must be within ten seconds.
  func live(until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    for _ in 0..<100 where !condition() { live(.milliseconds(100)) }
    if !condition() { Issue.record("the condition does not hold after ten seconds", sourceLocation: sourceLocation) }
  }

  /// The machine was suspended.
  func resume() {
    subject.assumeIsolated { $0.handle(ClockChange(suspended: .seconds(60))) }
    runUntilIdle()
  }

  func removeSensor() throws {
    tree.remove(Device.lightSensor)
    try send("remove", Device.lightSensor)
    runUntilIdle()
  }

  func addSensor() throws {
    try tree.add(Device.lightSensor)
    try send("add", Device.lightSensor)
    runUntilIdle()
  }

  func follower(_ device: FakeDevice = Device.panel) -> FollowingView? { core.followingView(of: device.id) }

  /// The curve of the panel, without the levels that the user did not teach.
  var lessons: [String] {
    guard case .curve(let curve)? = follower()?.rule else { return [] }
    return curve.points.filter(\.isTaught).map { "\($0.light.illuminance): \($0.share)" }
  }

  /// The lines of the recording so far.
  var recordedCount: Int {
    guard case .success(let text)? = ConfigurationFile(reading: recording)?.content else { return 0 }
    return text.split(separator: "\n").count
  }
}

extension TestClient {
  /// The error of a call of the interface; nil if it succeeds or fails in another way.
  func failure(of method: some VarlinkMethod) -> AutomaticError? {
    refusal(of: method)?.answer(as: AutomaticError.self)
  }

  func automaticReport() throws -> AutomaticInterface.Report.Reply { try ask(AutomaticInterface.Report()) }

  func set(_ percent: Double, of light: String? = nil, forNow: Bool? = nil) throws {
    try ask(LightsInterface.Set(light: light, level: .percent(percent), forNow: forNow))
  }
}
