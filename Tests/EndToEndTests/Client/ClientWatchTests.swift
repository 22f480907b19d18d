import Glibc
import HardwareTesting
import Programs
import RawClients
import Testing

@Suite struct ClientWatchTests {
  @Test func `a light unknown to the next daemon is watched when it is connected`() throws {
    let monitor = FakeDevice.backlight("ddcci5", maximum: 100, level: 50)
    let machine = try Machine([Machine.panel, monitor])
    let watcher = try Program(
      ["brightness", "watch", "ddcci5"],
      ["BRIGHTNESSD_SOCKET=\(machine.socket)"],
      errors: .included
    )
    try watcher.wait(for: "backlight/ddcci5 50% initial\n")
    try machine.restart(without: monitor)
    try watcher.wait(for: "cannot find 'ddcci5': expected backlight/panel; it is told of when it is back\n")
    watcher.forget()

    try machine.plug(monitor)

    try watcher.wait(for: "backlight/ddcci5 50% initial\n")
  }

  @Test func `to a pipe each change is one line, written at once`() throws {
    let machine = try Machine()
    let watcher = try watcher([], on: machine)
    try watcher.wait(for: "backlight/panel 38.4% initial\n")

    _ = try Client(["set", "40%"], on: machine)
    try watcher.wait(for: "backlight/panel 40% set\n")

    watcher.signal(SIGTERM)
    #expect(watcher.waitForEnd() == 0)
  }

  @Test func `with --json each change is an object with a version`() throws {
    let machine = try Machine()
    let watcher = try watcher(["--json"], on: machine)
    try watcher.wait(for: "\n")
    #expect(watcher.printed.hasPrefix(#"{"version":1,"sequence":1,"cause":"initial","light":{"id":"backlight/panel","#))

    _ = try Client(["set", "40%"], on: machine)

    try watcher.wait(for: #""cause":"set""#)
  }

  @Test func `with --format waybar the panel is reported`() throws {
    let machine = try Machine()
    let watcher = try watcher(["--format", "waybar"], on: machine)

    try watcher.wait(for: "\n")

    #expect(
      watcher.printed
        == #"{"text":"38.4%","alt":"panel","tooltip":"backlight/panel: 38.4%, free","class":"free","percentage":38}"#
        + "\n"
    )
  }

  @Test func `after a restart of the daemon every light is reported again`() throws {
    let machine = try Machine()
    let watcher = try watcher([], on: machine)
    try watcher.wait(for: "initial\n")
    machine.daemon.kill()

    try machine.restart()

    try watcher.wait(for: "backlight/panel 38.4% initial\nbacklight/panel 38.4% initial\n")
  }

  @Test(arguments: [["watch", "kitchen"], ["watch", "kitchen", "--format", "waybar"]])
  func `an unknown light is not watched`(arguments: [String]) throws {
    let machine = try Machine()

    let client = try Client(arguments, on: machine)

    #expect(client.status == 4)
    #expect(client.errorOutput == "cannot find 'kitchen': expected backlight/panel\n")
  }

  private func watcher(_ arguments: [String], on machine: Machine) throws -> Program {
    try Program(["brightness", "watch"] + arguments, ["BRIGHTNESSD_SOCKET=\(machine.socket)"])
  }
}
