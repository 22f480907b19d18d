import BrightnessModel
import Foundation
import HardwareTesting
import Programs
import Testing

/// The page about kiosks, and the files that it names.
@Suite struct KiosksTests {
  private static let folder = "\(Package.root)/packaging/examples"

  @Test func `the page shows the commands of the units`() throws {
    let page = try text("../../docs/kiosks.md")

    for unit in ["level-at-boot.service", "sign.service"] {
      #expect(page.contains("\nExecStart=\(try command(of: unit).joined(separator: " "))\n"))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder) where name != "brightnessd.conf" {
      #expect(page.contains("`\(name)`") || name == "brightnessd-metrics.service", "the page does not name \(name)")
    }
  }

  @Test(arguments: [("level-at-boot.service", "15360\n"), ("sign-off.service", "3840\n")])
  func `a unit sets a level`(unit: String, level: String) throws {
    let machine = try Machine()

    _ = try start(unit, on: machine).waitForOutput()

    #expect(try machine.level == level)
  }

  @Test func `the unit of a sign holds its level whatever else sets it, and restores it when it is killed`() throws {
    let harness = try DaemonHarness()
    let sign = try start("sign.service", on: harness.machine)
    try sign.wait(for: "holding\n")
    try harness.observer.waitFor(.held)

    _ = try Client(["set", "raw:\(Machine.userLevel)"], on: harness.machine)
    let held = try harness.machine.level
    sign.kill()

    #expect(held == "15360\n")
    try harness.expectReturn()
  }

  @Test func `the health check prints a line, and has the status that monitoring wants`() throws {
    let machine = try Machine()
    let check = try Recipe("Health check", language: "sh", of: "kiosks")

    #expect(try check.run(on: machine) == "OK: no problems\n")
    machine.daemon.kill()
    let critical = try check.start(on: machine)
    #expect(try critical.waitForOutput().hasPrefix("CRITICAL: problem  daemon  cannot connect to "))
    #expect(critical.waitForEnd() == 2)
  }

  @Test func `the health check of a sign reads its light`() throws {
    let machine = try Machine([.led("tpacpi::kbd_backlight", maximum: 10, level: 5)])
    let check = try Recipe("Health check", language: "sh", of: "kiosks").start(on: machine)

    #expect(try check.waitForOutput().hasSuffix("CRITICAL: the panel cannot be read\n"))
    #expect(check.waitForEnd() == 2)
  }

  @Test func `metrics have the lights and the holds, and are written as a whole`() throws {
    let harness = try DaemonHarness()
    let client = try harness.holder()
    let file = try harness.machine.put("", at: "brightnessd.prom")

    let printed = try metrics(on: harness.machine)
    let written = try metrics(on: harness.machine, [file])

    for line in [
      "brightnessd_up 1", "brightnessd_findings{grade=\"problem\"} 0", "brightnessd_holds 1",
      "brightnessd_light_level_percent{light=\"backlight/panel\",kind=\"panel\"} 100",
      "brightnessd_light_base_percent{light=\"backlight/panel\",kind=\"panel\"} 38.401",
      "brightnessd_light_held{light=\"backlight/panel\",kind=\"panel\"} 1",
      "brightnessd_light_failing{light=\"backlight/panel\",kind=\"panel\"} 0",
    ] {
      #expect(printed.split(separator: "\n").contains(line[...]), "\(line)")
    }
    #expect(written == "")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == printed)
    withExtendedLifetime(client) {}
  }

  @Test func `metrics of a daemon that does not answer say so`() throws {
    let machine = try Machine()
    machine.daemon.kill()

    let text = try metrics(on: machine)

    #expect(text.contains("\nbrightnessd_up 0\n"))
    #expect(!text.contains("backlight"))
  }

  @Test func `metrics that cannot be written are an error in one line`() throws {
    let machine = try Machine()

    let text = try metrics(on: machine, ["/dev/null/a"], status: 1)

    #expect(text == "brightnessd-metrics: cannot write '/dev/null/a': not a directory\n")
  }

  @Test(arguments: [(["--help"], 0), (["--other"], 1), (["a", "b"], 1), ([""], 1)] as [([String], CInt)])
  func `arguments that are no file print the usage`(arguments: [String], status: CInt) throws {
    #expect(try metrics(on: Machine(), arguments, status: status) == "usage: brightnessd-metrics [FILE.prom]\n")
  }

  /// The words of a unit's command, without the quotes of its arguments.
  private func command(of unit: String) throws -> [String] {
    let line = try #require(try text(unit).split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    return line.dropFirst("ExecStart=".count).split(separator: " ").map(String.init)
  }

  /// Runs the command of a unit as systemd would, which takes `%%` for a percent sign.
  private func start(_ unit: String, on machine: Machine) throws -> Program {
    let command = try command(of: unit).joined(separator: " ").replacingOccurrences(of: "%%", with: "%")
    let program = try #require(command.hasPrefix("/usr/bin/brightness ") ? try Program.path(of: "brightness") : nil)
    let line = "exec \(program) \(command.dropFirst("/usr/bin/brightness ".count))"
    return try machine.start(["/bin/sh", "-c", line])
  }

  private func metrics(on machine: Machine, _ arguments: [String] = [], status: CInt = 0) throws -> String {
    let script = ["/usr/bin/env", "PATH=\(try Package.programs):/usr/bin:/bin", "\(Self.folder)/brightnessd-metrics"]
    let program = try machine.start(script + arguments, errors: .included)
    let output = try program.waitForOutput()
    #expect(program.waitForEnd() == status, "\(output)")
    return output
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8)
  }
}
