import Glibc
import HardwareTesting
import Programs
import Testing

@Suite struct StockClientTests {
  private static let usual = [Machine.panel, .led("tpacpi::kbd_backlight", maximum: 3, level: 1)]
  private static let stuck = FakeDevice.backlight("ddcci6", in: "devices/platform/c")
    .with(["brightness": .link("/sys/class/net/lo/ifindex")])

  @Test func `PyPI's varlink reads the interface descriptions`() throws {
    try expectAgreement(on: "descriptions", "\(Package.root)/interfaces", lights: Self.usual)
  }

  @Test(arguments: ["automatic", "health", "lights", "watch", "watch_sessions", "sessions", "hold", "ends"])
  func `PyPI's varlink calls every method`(part: String) throws {
    try expectAgreement(on: part, lights: Self.usual)
  }

  @Test func `PyPI's varlink receives the errors of Lights`() throws {
    let twins: [FakeDevice] = [
      .backlight("ddcci7_kbd_backlight", maximum: 100, in: "devices/platform/d"), .led("ddcci7_kbd_backlight"),
    ]
    try expectAgreement(on: "refusals_of_lights", lights: Self.usual + [Scenario.monitor, Self.stuck] + twins)
    try expectAgreement(on: "refusals_without_lights", lights: [])
  }

  @Test(arguments: ["refusals_of_sessions", "wrong_calls"])
  func `PyPI's varlink receives the errors of sessions and calls`(part: String) throws {
    try expectAgreement(on: part, lights: Self.usual)
  }

  @Test func `PyPI's varlink receives PermissionDenied for a user without rights`() throws {
    let machine = try Machine(Self.usual, isOpenToAll: true)

    try expectAgreement(on: "strangers", with: machine)
  }

  private func expectAgreement(on part: String, _ more: String..., lights: [FakeDevice]) throws {
    try expectAgreement(on: part, more, with: Machine(lights))
  }

  private func expectAgreement(on part: String, _ more: [String] = [], with machine: Machine) throws {
    let python = "\(Package.root)/.build/python/bin/python"
    try #require(access(python, X_OK) == 0, "cannot find '\(python)': run Scripts/setup")
    let script = "\(Package.root)/Tests/Fixtures/StockClient/stock_client.py"

    let client = try Program([python, "-B", script, machine.socket, part] + more)

    #expect(try client.waitForOutput() == "as expected\n")
    #expect(client.waitForEnd() == 0)
  }
}
