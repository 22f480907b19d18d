import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Daemon
import Glibc
import Hardware
import HardwareTesting
import Programs
import Testing

@testable import brightnessd

@Suite struct ProgramTests {
  @Test(arguments: [
    ("--version", 0, "brightnessd \(Version.current)\n"), ("--help", 0, "\(Arguments.help)\n"),
    ("--bogus", 2, "brightnessd: cannot use '--bogus': unknown option; see brightnessd --help\n"),
  ])
  func `it says its version, helps, and refuses an unknown option`(option: String, status: CInt, output: String) throws
  {
    let run = try Run(["brightnessd", option])

    #expect(run.status == status)
    #expect(run.output == output)
  }

  @Test func `a debt that is paid ends with status 0`() throws {
    let machine = try Machine()

    let run = try machine.restore()

    #expect(run.output == "")
    #expect(run.status == 0)
    #expect(try machine.tree.text("\(Machine.panel.path)/brightness") == "40\n")
  }

  @Test func `a debt that is left ends with status 1 and a line`() throws {
    let machine = try Machine()
    machine.tree.remove(Machine.panel)

    let run = try machine.restore()

    #expect(run.output == "brightnessd: cannot restore 'backlight/panel': it is not connected\n")
    #expect(run.status == 1)
  }

  @Test(arguments: [
    ("[Daemon]\n", 0, ["no problems in 'FILE'"]),
    (
      "[Other]\n", 0,
      ["FILE:1: cannot use '[Other]': no such section is known", "1 warning: a reload applies the rest"]
    ),
    (
      "[Limits]\nConnections=no\n", 1,
      [
        "FILE:2: cannot use 'Connections=no': expected a whole number from 1 to 65536",
        "1 error: a reload would change nothing",
      ]
    ),
  ])
  func `a configuration is checked without a daemon`(text: String, status: CInt, lines: [String]) throws {
    let tree = try FakeTree()
    try tree.put(.text(text), at: "a.conf")

    let run = try Run(["brightnessd", "--check-config", tree.path("a.conf")])

    #expect(run.status == status)
    #expect(run.lines == lines.map { "brightnessd: \($0.replacing("FILE", with: tree.path("a.conf")))" })
  }

  @Test func `a file to check that is missing is an error`() throws {
    let run = try Run(["brightnessd", "--check-config", "/dev/null/a.conf"])

    #expect(run.status == 1)
    #expect(run.output.hasPrefix("brightnessd: cannot read '/dev/null/a.conf': "))
  }

  @Test func `a configuration that cannot be read is said, and debts are paid all the same`() throws {
    let machine = try Machine()
    let file = machine.tree.path("a.conf")
    try machine.tree.put(.text("[Lights]\nIgnore=panel\n"), at: "a.conf")

    let run = try machine.restore()

    #expect(
      run.output
        == "brightnessd: \(file):2: cannot use 'Ignore=panel': expected ids such as backlight/intel_backlight or ddc/DEL-a0b1-777, as in `brightness list`\n"
    )
    #expect(run.status == 0)
  }
}

/// A machine on which a daemon died that held the panel.
private struct Machine: ~Copyable {
  static let panel = FakeDevice.backlight("panel", level: 40, in: "devices/platform/a")
  let tree: FakeTree

  init() throws {
    let tree = try FakeTree([Self.panel])
    try tree.put(.text(""), at: "a.conf")
    let light = try #require(try DiscoveredLight.read(LightID(.backlight, "panel"), under: tree.root))
    let records = try RestoreRecordFile.open(tree.path("state"))
    try records.record(
      PendingRestore(light: light.id, anchor: light.place.anchor, kind: .panel, raw: 40, maximum: 100, share: "0.4")
    )
    try tree.put(100, at: "\(Self.panel.path)/brightness")
    self.tree = tree
  }

  func restore() throws -> Run {
    let places = ["--sysfs", tree.root, "--state", tree.path("state"), "--config", tree.path("a.conf")]
    return try Run(["brightnessd", "--restore"] + places)
  }
}
