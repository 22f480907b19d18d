import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import PlayedCompositor
import Programs
import Testing

/// `brightness idle`, with a compositor that the test plays. Tests/Desktop has it with real ones.
@Suite struct ClientIdleTests {
  private static let keyboard = FakeDevice.led("tpacpi::kbd_backlight", maximum: 10, level: 5)

  @Test func `dims the panel and the keyboard while the user is idle, and restores both at the next input`() throws {
    let machine = try Machine([Machine.panel, Self.keyboard])
    let observer = try PanelObserver(machine)
    let keyboard = try Program(["brightness", "watch", "keyboard", "--json"], ["BRIGHTNESSD_SOCKET=\(machine.socket)"])
    try keyboard.wait(for: #""state":"free""#)
    let idle = try IdleClient(on: machine)
    try idle.waitUntilWatching()

    keyboard.forget()
    idle.compositor.setIdle(1, true)
    let dimmed = try observer.waitFor(.held)
    try keyboard.wait(for: #""raw":0,"#)
    idle.compositor.setIdle(1, false)
    try observer.waitFor(.free)
    try keyboard.wait(for: #""state":"free""#)

    #expect(idle.compositor.notifications == [.init(seat: 1, milliseconds: 300_000)])
    #expect(dimmed.level == 11.5203125)
    #expect(try machine.level == "\(Machine.userLevel)\n")
    #expect(try machine.level(of: Self.keyboard) == "5\n")
    try idle.program.wait(for: "idle\nactive\n")
  }

  @Test func `the time and the levels are those of the arguments, by either name of the program`() throws {
    for program in [["brightness", "--json", "idle"], ["brightness-idle", "--json"]] {
      let harness = try DaemonHarness()
      let arguments = program + ["2m", "--at-most", "10%", "--fade=0s", "--name", "idle"]
      let idle = try IdleClient(arguments, on: harness.machine)
      try idle.waitUntilWatching()

      idle.compositor.setIdle(1, true)

      #expect(try harness.observer.waitFor(.held).level == 10)
      #expect(idle.compositor.notifications == [.init(seat: 1, milliseconds: 120_000)])
      try idle.program.wait(for: #"{"version":1,"event":"idle"}"#)
    }
  }

  @Test func `a hold that wants light is applied after it, and a key changes the user's own level`() throws {
    let harness = try DaemonHarness()
    let idle = try IdleClient(on: harness.machine)
    try idle.waitUntilWatching()
    idle.compositor.setIdle(1, true)
    try harness.observer.waitFor(.held)

    _ = try Client(["set", "50%"], on: harness.machine)
    let dimmed = try Client(["get"], on: harness.machine).output
    let ticket = try Client(["hold", "--max", "--", "cat", harness.machine.panelFile], on: harness.machine).output
    idle.compositor.setIdle(1, false)

    #expect(dimmed == "15%\n")
    #expect(ticket == "19200\n")
    #expect(try harness.observer.waitFor(.free).level == 50)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func `the level is restored when it ends`(signal: CInt) throws {
    let harness = try DaemonHarness()
    let idle = try IdleClient(on: harness.machine)
    try idle.waitUntilWatching()
    idle.compositor.setIdle(1, true)
    try harness.observer.waitFor(.held)

    idle.program.signal(signal)

    #expect(idle.program.waitForEnd() == (signal == SIGKILL ? -SIGKILL : 0))
    try harness.expectReturn()
  }

  @Test func `ends with the compositor, and the level is restored`() throws {
    let harness = try DaemonHarness()
    let idle = try IdleClient(on: harness.machine)
    try idle.waitUntilWatching()
    idle.compositor.setIdle(1, true)
    try harness.observer.waitFor(.held)

    idle.compositor.die()

    #expect(idle.program.waitForEnd() == 1)
    #expect(try idle.program.waitForOutput() == "idle\nbrightness-idle: cannot idle: the compositor has ended\n")
    try harness.expectReturn()
  }

  @Test func `a hold that was cancelled is made again after the next input`() throws {
    let harness = try DaemonHarness()
    let idle = try IdleClient(on: harness.machine)
    try idle.waitUntilWatching()
    idle.compositor.setIdle(1, true)
    try harness.observer.waitFor(.held)

    let cancelled = try Client(["cancel", "idle"], on: harness.machine)
    try harness.observer.waitFor(.free)
    idle.compositor.setIdle(1, false)
    idle.compositor.setIdle(1, true)

    #expect(cancelled.status == 0)
    #expect(try harness.observer.waitFor(.held).level == 11.5203125)
    #expect(try idle.end() == "idle\nactive\nidle\n")
  }

  @Test func `waits for a daemon, and dims again after one that died`() throws {
    let machine = try Machine()
    machine.daemon.kill()
    let idle = try IdleClient(on: machine)
    try idle.waitUntilWatching()
    idle.compositor.setIdle(1, true)
    let waiting =
      "brightness-idle: cannot hold 'lights': the daemon is not running; idle dimming resumes when it is back\n"
    try idle.program.wait(for: "idle\n\(waiting)")
    idle.compositor.setIdle(1, false)
    try idle.program.wait(for: "active\n")
    idle.compositor.setIdle(1, true)
    let expected = "idle\n\(waiting)active\nidle\n"
    try idle.program.wait(for: expected)

    try machine.restart()
    var observer = try PanelObserver(machine)
    try observer.waitFor(.held)
    idle.compositor.setIdle(1, false)
    try idle.program.wait(for: "\(expected)active\n")
    idle.compositor.setIdle(1, true)
    try observer.waitFor(.held)
    machine.daemon.kill()
    try machine.restart()

    observer = try PanelObserver(machine)
    try observer.waitFor(.held)
    idle.compositor.setIdle(1, false)
    try observer.waitFor(.free)
  }

  @Test func `a hold that is refused again is reported once`() throws {
    let machine = try Machine()
    let idle = try IdleClient(["brightness", "idle", "--at", "kitchen=0%"], on: machine)
    try idle.waitUntilWatching()

    idle.compositor.setIdle(1, true)
    try idle.program.wait(for: "brightness-idle: cannot find 'kitchen'")
    idle.compositor.setIdle(1, false)
    idle.compositor.setIdle(1, true)
    try idle.program.wait(for: "active\nidle\n")

    let lines = try idle.end().split(separator: "\n").map { $0.prefix(40) }
    #expect(lines == ["idle", "brightness-idle: cannot find 'kitchen': ", "active", "idle"])
  }

  @Test(arguments: [
    (
      [PlayedCompositor.Global.seat(1)], [],
      "cannot idle: the compositor has no ext_idle_notifier_v1; GNOME dims by itself, and sway before 1.8 works with swayidle"
    ),
    (
      [.seat(1), .notifier(2, version: 1)], ["--input-only"],
      "cannot idle by input alone: the compositor's notifier has version 1; 2 is needed"
    ),
  ])
  func `a compositor that cannot say when the user is idle is refused`(
    globals: [PlayedCompositor.Global],
    words: [String],
    error: String
  ) throws {
    let idle = try IdleClient(["brightness", "idle"] + words, on: try Machine(), globals)
    try idle.compositor.serve { idle.compositor.bound.count == globals.count }

    #expect(idle.program.waitForEnd() == 5)
    #expect(try idle.program.waitForOutput() == "brightness-idle: \(error)\n")
  }

  @Test func `input alone counts with --input-only`() throws {
    let globals = [PlayedCompositor.Global.seat(1), .notifier(2, version: 2)]
    let idle = try IdleClient(["brightness", "idle", "15s", "--input-only"], on: try Machine(), globals)

    try idle.waitUntilWatching()

    #expect(idle.compositor.notifications == [.init(seat: 1, milliseconds: 15_000, ignoresInhibitors: true)])
  }

  @Test func `on battery another time counts, from the next input if the charger is plugged in while idle`() throws {
    let harness = try DaemonHarness()
    let battery = FakeDevice.powerSupply("BAT0", ["type": "Battery", "present": 1, "status": "Discharging"])
    let charger = FakeDevice.powerSupply("AC", ["type": "Mains", "online": 0])
    let power = try MockedMachine([battery, charger])
    let command = ["brightness", "idle", "5m", "--battery", "1m", "--fade", "0s"]
    let idle = try IdleClient(command, on: harness.machine, environment: power.environment)
    let compositor = idle.compositor
    try idle.waitUntilWatching()
    #expect(compositor.notifications == [.init(seat: 1, milliseconds: 60_000)])
    compositor.setIdle(1, true)
    try harness.observer.waitFor(.held)

    try power.tree.put(1, at: "\(charger.path)/online")
    try power.send("change", charger)
    compositor.setIdle(1, false)
    try harness.observer.waitFor(.free)
    try compositor.serve { compositor.notifications == [.init(seat: 1, milliseconds: 300_000)] }
    try power.tree.put(0, at: "\(charger.path)/online")
    try power.send("change", charger)

    try compositor.serve { compositor.notifications == [.init(seat: 1, milliseconds: 60_000)] }
    #expect(try idle.end() == "idle\nactive\n")
  }

  @Test func `a program that inhibits idling with logind undims, and the time begins anew at its end`() throws {
    let harness = try DaemonHarness()
    let bus = harness.machine.path("system_bus")
    let logind = try UserMachine.startLogind(at: bus, below: harness.machine.path("sys"))
    try logind.sendCommand("begin")
    try logind.sendCommand("inhibit sleep")
    let idle = try IdleClient(on: harness.machine, bus: bus)
    let compositor = idle.compositor
    try idle.waitUntilWatching()
    compositor.setIdle(1, true)
    try harness.observer.waitFor(.held)

    try logind.sendCommand("inhibit sleep:idle")
    try harness.observer.waitFor(.free)
    try compositor.serve { compositor.notifications.isEmpty }
    // An error of a logind that restarts is no end of the inhibitor.
    try logind.sendCommand("fail")
    try logind.sendCommand("begin")
    try logind.sendCommand("inhibit idle")
    try logind.sendCommand("inhibit handle-lid-switch")
    try idle.waitUntilWatching()
    #expect(compositor.requests == 2)
    compositor.setIdle(1, true)
    try harness.observer.waitFor(.held)
    try logind.sendCommand("inhibit idle")
    try compositor.serve { compositor.notifications.isEmpty }
    try logind.sendCommand("hang up")

    try idle.waitUntilWatching()
  }

  @Test func `with --input-only a program that inhibits idling with logind does not count`() throws {
    let harness = try DaemonHarness()
    let bus = harness.machine.path("system_bus")
    let logind = try UserMachine.startLogind(at: bus, below: harness.machine.path("sys"))
    try logind.sendCommand("begin")
    try logind.sendCommand("inhibit idle")
    let idle = try IdleClient(
      ["brightness", "idle", "--fade", "0s", "--input-only"],
      on: harness.machine,
      [.seat(1), .notifier(2, version: 2)],
      bus: bus
    )

    try idle.waitUntilWatching()
    idle.compositor.setIdle(1, true)

    try harness.observer.waitFor(.held)
  }

  @Test func `without a compositor the error says what it needs`() throws {
    let client = try Client(["idle"], ["XDG_RUNTIME_DIR=/nonexistent", "WAYLAND_DISPLAY=wayland-7"])

    #expect(client.status == 5)
    #expect(
      client.standardError
        == "brightness-idle: cannot idle: the compositor cannot be reached: no such file or directory; it needs Wayland; on X11 use xss-lock\n"
    )
  }

  @Test(arguments: [
    (["0s"], "cannot use '0s': expected a time from 1s to 1d"), (["5"], "cannot use '5': expected a time such as"),
    (["--battery", "0s"], "cannot use '--battery 0s': expected a time from 1s to 1d"),
    (["5m", "--at", "50"], "cannot use '--at 50': expected a percentage"),
    (["5m", "1m"], "cannot use '1m': expected no more arguments"),
  ])
  func `wrong arguments are refused before the program is started`(words: [String], error: String) throws {
    let client = try Client(["idle"] + words)

    #expect(client.status == 2)
    #expect(client.standardError.hasPrefix("brightness: \(error)"))
  }
}

/// The program, and the compositor that it is connected to.
private struct IdleClient {
  let compositor: PlayedCompositor
  let program: Program

  init(
    _ command: [String] = ["brightness", "idle", "--fade", "0s"],
    on machine: Machine,
    _ globals: [PlayedCompositor.Global] = [.seat(1), .notifier(2, version: 1)],
    bus: String = "/nonexistent",
    environment: [String] = []
  ) throws {
    compositor = try PlayedCompositor(globals)
    program = try Program(
      command,
      ["BRIGHTNESSD_SOCKET=\(machine.socket)", "WAYLAND_SOCKET=3", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(bus)"]
        + environment,
      inherited: [compositor.clientEnd],
      errors: .included
    )
    close(compositor.clientEnd)
  }

  /// Ends the program, and returns what it has printed.
  func end() throws -> String {
    program.signal(SIGTERM)
    return try program.waitForOutput()
  }

  /// Answers until the program waits for the user to be idle.
  func waitUntilWatching() throws {
    try compositor.serve { !compositor.notifications.isEmpty }
  }
}
