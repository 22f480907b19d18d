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

  @Test func `a bar gets the panel, and who holds it`() throws {
    let machine = try Machine()
    let bar = try watcher(["--format", "waybar"], on: machine)
    try bar.wait(for: "\n")
    let hold = ["brightness", "hold", "--at-most", "30%", "--name", "film", "--", "sleep", "60"]

    let film = try Program(hold, ["BRIGHTNESSD_SOCKET=\(machine.socket)", "PATH=/usr/bin:/bin"])
    try bar.wait(for: #""tooltip":"panel 30%\n  at most 30% by film (sleep ← "#)
    bar.forget()
    film.kill()
    try bar.wait(for: #"{"text":"38%","alt":"panel","tooltip":"panel 38%","class":"free","percentage":38}"# + "\n")
  }

  @Test(arguments: [[], ["panel"]])
  func `a bar never mixes the lights of one daemon with the holds of another`(words: [String]) throws {
    let machine = try Machine()
    let film = try hold("--max", named: "film", on: machine)
    let bar = try Program(
      ["brightness", "watch", "--format", "waybar"] + words,
      ["BRIGHTNESSD_SOCKET=\(machine.socket)"],
      errors: .included
    )
    try bar.wait(for: "\n")

    machine.daemon.kill()
    try bar.wait(for: "is not running")
    film.kill()
    // When the bar looks, the next daemon has another hold.
    bar.signal(SIGSTOP)
    bar.waitForStop()
    try machine.restart()
    let game = try hold("--at=50%", named: "game", on: machine)
    bar.signal(SIGCONT)
    try bar.wait(for: "50% by game")
    bar.signal(SIGTERM)

    let lines = try bar.waitForOutput().split(separator: "\n").map(String.init)
    game.kill()
    try #require(lines.count == 3, "\(lines)")
    #expect(lines[0].contains(#""tooltip":"panel 100%\n  100% by film (brightness"#))
    #expect(lines[1].hasSuffix("the daemon is not running; updates resume when it is back"))
    #expect(lines[2].contains(#""tooltip":"panel 50%\n  50% by game (brightness"#))
  }

  private func hold(_ level: String, named name: String, on machine: Machine) throws -> Program {
    let hold = try Program(["brightness", "hold", level, "--name", name], ["BRIGHTNESSD_SOCKET=\(machine.socket)"])
    try hold.wait(for: "holding")
    return hold
  }

  @Test func `a bar gets the light that is named, in each of its names`() throws {
    let machine = try Machine([Machine.panel, FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1)])

    for name in ["keyboard", "tpacpi::kbd_backlight", "leds/tpacpi::kbd_backlight"] {
      let bar = try watcher(["--format", "waybar", name], on: machine)
      try bar.wait(for: #"{"text":"33%","alt":"keyboard","tooltip":"tpacpi::kbd_backlight 33%","#)
    }
  }

  @Test func `plain numbers come at once, at each change, and again from the next daemon`() throws {
    let machine = try Machine([Machine.panel, FakeDevice.backlight("ddcci5", maximum: 100, level: 50)])
    let numbers = try watcher(["--percent", "panel"], on: machine)
    try numbers.wait(for: "38.4\n")

    _ = try Client(["hold", "--at", "30%", "--", "true"], on: machine)
    // The end of the hold, which the client does not wait for.
    try numbers.wait(for: "30\n38.4\n")
    machine.daemon.kill()
    try machine.restart()
    try numbers.wait(for: "38.4\n38.4\n")
    _ = try Client(["set", "40%"], on: machine)
    try numbers.wait(for: "40\n")

    #expect(numbers.printed == "38.4\n30\n38.4\n38.4\n40\n")
  }

  @Test func `an overlay shows what the user does, and no film, idle dim or ticket`() throws {
    let machine = try Machine()
    let relay = try WatchRelay(to: machine)
    let overlay = try watcher(["--format", "wob"], at: relay.socket)
    try relay.waitForWatch()
    let film = ["hold", "--at-most", "10%", "--on-change", "rebase", "--", try Program.path(of: "brightness")]

    _ = try Client(["hold", "--at-most", "30%", "--name", "film", "--", "true"], on: machine)
    _ = try Client(film, on: machine)
    _ = try Client(["hold", "--max", "--name", "ticket", "--", "true"], on: machine)
    _ = try Client(film + ["set", "50%"], on: machine)
    for _ in 1...10 { _ = try Client(["up"], on: machine) }
    _ = try Client(["up"], on: machine)
    _ = try Client(film + ["up"], on: machine)
    _ = try Client(["set", "7.7%"], on: machine)
    _ = try Client(["set", "min"], on: machine)
    _ = try Client(["down"], on: machine)
    try machine.pressFirmwareKey(to: 9600)
    try overlay.wait(for: "\n1\n1\n50\n")
    overlay.signal(SIGTERM)

    let keys = Array(stride(from: 55, through: 100, by: 5))
    let printed = try overlay.waitForOutput().split(separator: "\n").compactMap { Int($0) }
    #expect(printed == [50] + keys + [100, 100, 8, 1, 1, 50])
  }

  @Test func `after a restart all lights are reported again`() throws {
    let machine = try Machine()
    let watcher = try watcher([], on: machine)
    try watcher.wait(for: "initial\n")
    machine.daemon.kill()

    try machine.restart()

    try watcher.wait(for: "backlight/panel 38.4% initial\nbacklight/panel 38.4% initial\n")
  }

  @Test(arguments: [[], ["--json"], ["--percent"], ["--format", "waybar"]])
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
    try watcher(words, at: machine.socket)
  }

  private func watcher(_ words: [String], at socket: String) throws -> Program {
    try Program(["brightness", "watch"] + words, ["BRIGHTNESSD_SOCKET=\(socket)"])
  }
}
