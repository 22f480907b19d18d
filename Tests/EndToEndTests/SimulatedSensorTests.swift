import Programs
import Testing

/// A simulated light sensor: the real daemon and client, with the time that a room takes.
@Suite struct SimulatedSensorTests {
  @Test func `a panel follows the light in the room that somebody writes into the sensor's file`() throws {
    let machine = try SimulatedMachine(logLevel: "debug")
    let watcher = try Program(["brightness", "watch", "panel", "--json", "--socket", machine.socket])
    let turnedOn = try machine.brightness("auto", "on", "panel")
    try machine.waitForLines(2, with: "the light sensor reads 300 lux")

    try machine.light(10_000)
    try watcher.wait(for: #""base":100.0"#)

    #expect(turnedOn == ["simulated_panel  on"])
    #expect(try machine.brightness("auto").first?.hasPrefix("sensor: simulated (iio:device0), 10000 lux ") == true)
    #expect(try machine.brightness("get", "panel") == ["100%"])
  }
}
