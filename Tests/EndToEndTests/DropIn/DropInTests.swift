import HardwareTesting
import RawClients
import Testing

@Suite struct DropInTests {
  @Test func `save and restore use the base level while a light is held`() throws {
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
    (["bogus"], "cannot use 'bogus': unknown verb; see `brightnessctl --help`\n"),
    (
      ["set", "50bogus"],
      "cannot use 'set 50bogus': expected a value such as 50%, 500, +10%, 10%-, +10 or 10-; see `brightnessctl --help`\n"
    ),
    (["-d", "nope"], "cannot find 'nope': expected backlight/panel\n"),
    (["-c", "leds"], "cannot find 'leds': expected backlight/panel\n"),
    (["-r"], "cannot restore 'backlight/panel': nothing was saved\n"),
  ])
  func `an error is one line, with status 1`(words: [String], error: String) throws {
    let machine = try Machine()
    let folder = try TemporaryFolder()

    let client = try Client(words, as: "brightnessctl", on: machine, ["XDG_RUNTIME_DIR=\(folder.path)"])

    #expect(client.status == 1)
    #expect(client.output == "")
    #expect(client.errors == error)
  }

  @Test func `a light may also be named by the id that errors list`() throws {
    let client = try Client(["-d", "backlight/panel", "-m"], as: "brightnessctl", on: try Machine())

    #expect(client.output == "panel,backlight,7373,38%,19200\n")
  }

  @Test func `without a daemon the status is 1`() throws {
    let client = try Client(["get"], as: "brightnessctl")

    #expect(client.status == 1)
    #expect(client.errors.hasPrefix("cannot connect to '/socket': "))
  }
}
