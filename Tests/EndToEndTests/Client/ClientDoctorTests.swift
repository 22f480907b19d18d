import HardwareTesting
import Testing

@Suite struct ClientDoctorTests {
  @Test func `doctor reports a healthy machine`() throws {
    let machine = try Machine()

    let client = try Client(["doctor"], on: machine)

    #expect(client.status == 0)
    #expect(client.errorOutput == "")
    let lines = client.output.split(separator: "\n")
    #expect(lines.first?.hasSuffix(" answers at '\(machine.socket)'") == true)
    #expect(lines.contains { $0.hasPrefix("well ") && $0.hasSuffix("backlight/panel is a panel at 38.4%") })
    #expect(lines.last == "all is well")
  }

  @Test func `without a daemon doctor reports it, and checks the rest itself`() throws {
    let client = try Client(["doctor"])

    #expect(client.status == 1)
    #expect(client.errorOutput == "")
    let lines = client.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("wrong  daemon  cannot connect to '") == true)
    #expect(lines.contains { $0.contains("to do: start it with `brightnessd --socket ") })
    #expect(lines.contains { $0.contains("brightnessd.service") })
  }

  @Test func `doctor --json reports the same findings`() throws {
    let machine = try Machine([
      Machine.panel, .backlight("acpi_video0", maximum: 0, level: 0, in: "devices/platform/v"),
    ])

    let client = try Client(["doctor", "--json"], on: machine)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix(#"{"version":1,"well":true,"findings":[{"grade":"well","subject":"daemon","#))
    #expect(client.output.contains(#""sentence":"backlight/acpi_video0 is not used: its maximum is 0""#))
  }
}
