import Glibc
import HardwareTesting
import Programs
import Testing

/// `brightness feed`, whose process is a light sensor.
@Suite struct ClientFeedTests {
  private static let words = ["feed", "desk"]

  @Test func `lights follow the sensor from its first line until its process is killed`() throws {
    let sensor = FakeDevice.lightSensor(0, ["in_illuminance_input": 300])
    let machine = try Machine([Machine.panel, sensor])
    #expect(try Client(["auto", "on"], on: machine).status == 0)
    let watcher = try machine.watch(["--json"])
    try watcher.wait(for: #""automatic":"on""#)
    try machine.configure("[Automatic]\nSensor=feed:desk\n")
    try watcher.wait(for: #""automatic":"paused""#)
    watcher.forget()

    let feeder = try machine.start(["brightness"] + Self.words)
    try feeder.say("300")
    try watcher.wait(for: #""automatic":"on""#)
    feeder.kill()
    try watcher.wait(for: #""automatic":"paused""#)
  }

  @Test func `a line that is no light is left out with a warning`() throws {
    let machine = try Machine()
    let feeder = try machine.start(["brightness"] + Self.words, errors: .included)

    try feeder.say("300")
    try feeder.say("dark")

    try feeder.wait(for: "brightness: line 2 is left out: 'dark' is not a number of lux such as 310.5\n")
  }

  @Test func `without a daemon the first line fails`() throws {
    let feeder = try Program(["brightness"] + Self.words + ["--socket", "/nowhere/socket"], errors: .included)

    try feeder.say("300")

    try feeder.wait(for: "cannot connect to '/nowhere/socket': no such file or directory")
    #expect(feeder.waitForEnd() == 3)
  }
}
