import HardwareTesting
import Testing

@Suite struct ClientDoctorTests {
  @Test func `the doctor finds no problems on a healthy machine`() throws {
    let machine = try Machine()

    let client = try Client(["doctor"], on: machine)

    #expect(client.status == 0)
    #expect(client.errors == "")
    let lines = client.output.split(separator: "\n")
    #expect(lines.first?.hasSuffix(" answers at '\(machine.socket)'") == true)
    #expect(lines.contains { $0.hasPrefix("ok ") && $0.hasSuffix("backlight/panel is a panel at 38.4%") })
    #expect(lines.last == "no problems")
  }

  @Test func `without a daemon the doctor checks the machine`() throws {
    let client = try Client(["doctor"])

    #expect(client.status == 1)
    #expect(client.errors == "")
    let lines = client.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("problem  daemon  cannot connect to '") == true)
    #expect(lines.contains { $0.contains("fix: start brightnessd, which is not on the PATH, with `--socket ") })
  }

  @Test func `the doctor prints its findings as JSON`() throws {
    let machine = try Machine([
      Machine.panel, .backlight("acpi_video0", maximum: 0, level: 0, in: "devices/platform/v"),
    ])

    let client = try Client(["doctor", "--json"], on: machine)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix(#"{"version":1,"ok":true,"findings":[{"grade":"ok","subject":"daemon","#))
    #expect(client.output.contains(#""message":"backlight/acpi_video0 is not used: its maximum is 0""#))
  }

  @Test func `the doctor describes the machine by what the choice of lights looks at`() throws {
    let machine = try Machine()

    let client = try Client(["doctor", "--machine"], on: machine)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix(#"{"version":1,"kernel":""#))
    let panel = #""backlights":[{"name":"panel","path":"devices/virtual/backlight/panel","type":"raw","maximum":19200}"#
    #expect(client.output.contains(panel))
  }
}
