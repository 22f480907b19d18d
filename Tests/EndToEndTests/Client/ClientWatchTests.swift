import BrightnessEventLoop
import Glibc
import HardwareTesting
import Programs
import RawClients
import Testing

@Suite struct ClientWatchTests {
  @Test func `a light that the next daemon does not know yet is watched when it is added`() throws {
    let monitor = FakeDevice.backlight("ddcci5", maximum: 100, level: 50)
    let machine = try Machine([Machine.panel, monitor])
    let watcher = try machine.watch(["ddcci5"], errors: .included)
    try watcher.wait(for: "backlight/ddcci5 50% initial\n")
    try machine.restart(without: monitor)
    try watcher.wait(for: "cannot find 'ddcci5': expected backlight/panel (panel); updates resume when it is back\n")
    watcher.forget()

    try machine.plug(monitor)

    try watcher.wait(for: "backlight/ddcci5 50% initial\n")
  }

  @Test func `each change is written to a pipe as a line at once`() throws {
    let machine = try Machine()
    let watcher = try machine.watch([])
    try watcher.wait(for: "backlight/panel 38.4% initial\n")

    _ = try Client(["set", "40%"], on: machine)
    try watcher.wait(for: "backlight/panel 40% set\n")

    watcher.signal(SIGTERM)
    #expect(watcher.waitForEnd() == 0)
  }

  @Test func `a bar gets the panel, and who holds it`() throws {
    let machine = try Machine()
    let bar = try machine.watch(["--format", "waybar"])
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
    let bar = try machine.watch(["--format", "waybar"] + words, errors: .included)
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
    let hold = try machine.start(["brightness", "hold", level, "--name", name])
    try hold.wait(for: "holding")
    return hold
  }

  @Test(arguments: ["keyboard", "leds/tpacpi::kbd_backlight"])
  func `a bar gets the light that is named`(name: String) throws {
    let machine = try Machine([Machine.panel, FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1)])

    let bar = try machine.watch(["--format", "waybar", name])

    try bar.wait(for: #"{"text":"33%","alt":"keyboard","tooltip":"tpacpi::kbd_backlight 33%","#)
  }

  @Test func `plain numbers come at once, at each change, and again from the next daemon`() throws {
    let machine = try Machine([Machine.panel, FakeDevice.backlight("ddcci5", maximum: 100, level: 50)])
    let numbers = try machine.watch(["--percent", "panel"])
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
    let overlay = try machine.watch(["--format", "wob"], at: relay.socket)
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

  @Test(arguments: [[], ["--json"], ["--percent"], ["--format", "waybar"]])
  func `a watch ends when its reader is gone, without waiting for a change`(words: [String]) throws {
    let machine = try Machine()
    let folder = try TemporaryFolder()
    try systemCall("create", "pipe") { mkfifo("\(folder.path)/output", 0o600) }
    let reader = try Program(["/bin/cat", "\(folder.path)/output"])
    let watcher = try machine.start(
      ["/bin/sh", "-c", "exec \"$0\" watch \"$@\" >\(folder.path)/output", Program.path(of: "brightness")] + words
    )
    try reader.wait(for: "\n")

    reader.kill()

    #expect(watcher.waitForEnd() == 0)
  }
}
