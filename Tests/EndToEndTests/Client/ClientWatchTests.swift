import EventLoop
import Glibc
import HardwareTesting
import Programs
import RawClients
import Testing

@Suite struct ClientWatchTests {
  @Test func `a light that the next daemon does not know yet is watched when it is added`() throws {
    let monitor = FakeDevice.backlight("ddcci5", maximum: 100, level: 50)
    let machine = try Machine([Machine.panel, monitor])
    let watcher = try Program(
      ["brightness", "watch", "ddcci5"],
      ["BRIGHTNESSD_SOCKET=\(machine.socket)"],
      errors: .included
    )
    try watcher.wait(for: "backlight/ddcci5 50% initial\n")
    try machine.restart(without: monitor)
    try watcher.wait(for: "cannot find 'ddcci5': expected backlight/panel (panel); updates resume when it is back\n")
    watcher.forget()

    try machine.plug(monitor)

    try watcher.wait(for: "backlight/ddcci5 50% initial\n")
  }

  @Test func `each change is written to a pipe as a line at once`() throws {
    let machine = try Machine()
    let watcher = try watcher([], on: machine)
    try watcher.wait(for: "backlight/panel 38.4% initial\n")

    _ = try Client(["set", "40%"], on: machine)
    try watcher.wait(for: "backlight/panel 40% set\n")

    watcher.signal(SIGTERM)
    #expect(watcher.waitForEnd() == 0)
  }

  @Test func `each change is a JSON object with a version`() throws {
    let machine = try Machine()
    let watcher = try watcher(["--json"], on: machine)
    try watcher.wait(for: "\n")
    #expect(watcher.printed.hasPrefix(#"{"version":1,"sequence":1,"cause":"initial","light":{"id":"backlight/panel","#))

    _ = try Client(["set", "40%"], on: machine)

    try watcher.wait(for: #""cause":"set""#)
  }

  @Test func `a bar gets the panel`() throws {
    let machine = try Machine()
    let watcher = try watcher(["--format", "waybar"], on: machine)

    try watcher.wait(for: "\n")

    #expect(
      watcher.printed
        == #"{"text":"38.4%","alt":"panel","tooltip":"backlight/panel: 38.4%, free","class":"free","percentage":38}"#
        + "\n"
    )
  }

  @Test func `after a restart all lights are reported again`() throws {
    let machine = try Machine()
    let watcher = try watcher([], on: machine)
    try watcher.wait(for: "initial\n")
    machine.daemon.kill()

    try machine.restart()

    try watcher.wait(for: "backlight/panel 38.4% initial\nbacklight/panel 38.4% initial\n")
  }

  @Test(arguments: [[], ["--json"], ["--format", "waybar"]])
  func `a watch ends when its reader is gone, without waiting for a change`(words: [String]) throws {
    let machine = try Machine()
    let folder = try TemporaryFolder()
    try systemCall("create", "pipe") { mkfifo("\(folder.path)/output", 0o600) }
    let reader = try Program(["/bin/cat", "\(folder.path)/output"])
    let watcher = try Program(
      ["/bin/sh", "-c", "exec \"$0\" watch \"$@\" >\(folder.path)/output", Program.path(of: "brightness")] + words,
      ["BRIGHTNESSD_SOCKET=\(machine.socket)"]
    )
    try reader.wait(for: "\n")

    reader.kill()

    #expect(watcher.waitForEnd() == 0)
  }

  @Test(arguments: [["watch", "kitchen"], ["watch", "kitchen", "--format", "waybar"]])
  func `an unknown light is refused`(words: [String]) throws {
    let machine = try Machine()

    let client = try Client(words, on: machine)

    #expect(client.status == 4)
    #expect(client.errors == "cannot find 'kitchen': expected backlight/panel (panel)\n")
  }

  private func watcher(_ words: [String], on machine: Machine) throws -> Program {
    try Program(["brightness", "watch"] + words, ["BRIGHTNESSD_SOCKET=\(machine.socket)"])
  }
}
