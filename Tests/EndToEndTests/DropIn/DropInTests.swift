import HardwareTesting
import RawClients
import Testing

@Suite struct DropInTests {
  @Test func `saving and restoring a held light preserves the user's level`() throws {
    let harness = try DaemonHarness()
    let folder = try TemporaryFolder()
    let variables = ["XDG_RUNTIME_DIR=\(folder.path)"]
    var holder: RawClient? = try harness.holder(#","onUserChange":"rebase""#)

    let save = try Client(["-s", "get"], as: "brightnessctl", on: harness.machine, variables)
    let set = try Client(["-m", "set", "20%"], as: "brightnessctl", on: harness.machine)
    let restore = try Client(["-r", "get"], as: "brightnessctl", on: harness.machine, variables)
    withExtendedLifetime(holder) {}
    holder = nil

    #expect(save.output == "19200\n")
    #expect(set.output == "panel,backlight,3840,20%,19200\n")
    #expect(restore.output == "19200\n")
    try harness.expectReturn()
  }

  @Test func `help and version need no daemon`() throws {
    let help = try Client(["--help"], as: "brightnessctl")
    let version = try Client(["-V"], as: "brightnessctl")

    #expect(help.status == 0)
    #expect(help.output.hasPrefix("usage: brightnessctl [OPTION…]"))
    #expect(version.output == "0.5\n")
  }

  @Test(arguments: [
    (["bogus"], "cannot use 'bogus': no such verb is known; see `brightnessctl --help`\n"),
    (
      ["set", "50bogus"],
      "cannot use 'set 50bogus': expected a value such as 50%, 500, +10%, 10%-, +10 or 10-; see `brightnessctl --help`\n"
    ),
    (["-n", "x"], "cannot use 'x': no such verb is known; see `brightnessctl --help`\n"),
    (["-nx"], "cannot use '--min-value x': expected a number of the light's own steps; see `brightnessctl --help`\n"),
    (["--no"], "cannot use '--no': no such option is known; see `brightnessctl --help`\n"),
    (["-d"], "cannot use '-d': expected the name of a light, or a pattern after it; see `brightnessctl --help`\n"),
    (["-d", "nope"], "cannot find 'nope': expected backlight/panel\n"),
    (["-c", "leds"], "cannot find 'leds': expected backlight/panel\n"),
    (["-r"], "cannot restore 'backlight/panel': nothing was saved\n"),
  ])
  func `an invalid call fails with one line and status 1`(arguments: [String], errorOutput: String) throws {
    let machine = try Machine()
    let folder = try TemporaryFolder()

    let client = try Client(arguments, as: "brightnessctl", on: machine, ["XDG_RUNTIME_DIR=\(folder.path)"])

    #expect(client.status == 1)
    #expect(client.output == "")
    #expect(client.errorOutput == errorOutput)
  }

  @Test func `without a daemon it fails with how to start one and status 1`() throws {
    let client = try Client(["get"], as: "brightnessctl")

    #expect(client.status == 1)
    #expect(client.errorOutput.hasPrefix("cannot connect to '/socket': "))
  }
}
