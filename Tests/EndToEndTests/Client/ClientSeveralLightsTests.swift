import Glibc
import HardwareTesting
import Programs
import Testing

/// A desktop with two monitors and no panel, and a machine with two keyboard lights.
@Suite struct ClientSeveralLightsTests {
  private static let monitors = [
    FakeDevice.backlight("ddcci5", maximum: 100, level: 40), FakeDevice.backlight("ddcci6", maximum: 100, level: 60),
  ]
  private static let keyboards = [
    FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1),
    FakeDevice.led("usb::kbd_backlight", maximum: 100, level: 50),
  ]

  @Test(arguments: [
    (["get"], "40%\n"), (["get", "monitor"], "40%\n"), (["get", "--percent", "ddcci6"], "60\n"),
    (["up"], "backlight/ddcci5 45%\nbacklight/ddcci6 65%\n"),
    (["up", "10%", "monitor"], "backlight/ddcci5 50%\nbacklight/ddcci6 70%\n"),
    (["set", "30%"], "backlight/ddcci5 30%\nbacklight/ddcci6 30%\n"),
    (["set", "max", "ddcci6"], "100%\n"),
    (["set", "+1%", "monitor", "ddcci5"], "backlight/ddcci5 41%\nbacklight/ddcci6 61%\n"),
    (["hold", "--at", "monitor=30%", "--", "true"], ""), (["hold", "--at-most", "30%", "--", "true"], ""),
  ])
  func `two monitors are read and set by one rule`(words: [String], output: String) throws {
    let client = try Client(words, on: try Machine(Self.monitors))

    #expect(client.output == output)
    #expect(client.errors == "")
    #expect(client.status == 0)
  }

  @Test(arguments: [
    (["-m", "get"], "40\n", ["40\n", "60\n"]), (["-m", "info"], "ddcci5,backlight,40,40%,100\n", ["40\n", "60\n"]),
    (["-m", "set", "5%+"], "ddcci5,backlight,45,45%,100\n", ["45\n", "65\n"]),
    (["-m", "set", "30"], "ddcci5,backlight,30,30%,100\n", ["30\n", "30\n"]),
    (["-m", "-n45", "set", "10%-"], "ddcci5,backlight,45,45%,100\n", ["45\n", "50\n"]),
  ])
  func `the brightnessctl mode prints the first of two monitors, and sets both`(
    words: [String],
    output: String,
    levels: [String]
  ) throws {
    let machine = try Machine(Self.monitors)

    #expect(try Client(words, as: "brightnessctl", on: machine).output == output)

    #expect(try Self.monitors.map { try machine.level(of: $0) } == levels)
  }

  /// The first is one call for both, the second one for each.
  @Test(arguments: ["30%", "30"])
  func `the brightnessctl mode names the monitor that it could not set`(level: String) throws {
    // It can be read, and not be written.
    let stuck = Self.monitors[1].with(["brightness": .link("/sys/class/net/lo/ifindex")])
    let machine = try Machine([Self.monitors[0], stuck])

    let client = try Client(["-m", "-q", "set", level], as: "brightnessctl", on: machine)

    #expect(client.errors.contains("ddcci6"))
    #expect(client.errors.hasSuffix("/brightness': permission denied\n"))
    #expect(client.status == 0)
    #expect(try machine.level(of: Self.monitors[0]) == "30\n")
  }

  @Test func `the brightnessctl mode sets both of two panels, and no monitor`() throws {
    let machine = try Machine(Self.monitors + [Machine.panel])
    try machine.configure("[Light backlight/ddcci5]\nKind=panel\n")

    let client = try Client(["-m", "set", "50%"], as: "brightnessctl", on: machine)

    #expect(client.output == "ddcci5,backlight,50,50%,100\n")
    #expect(try machine.level(of: Machine.panel) == "9600\n")
    #expect(try machine.level(of: Self.monitors[1]) == "60\n")
  }

  @Test func `two keyboard lights step each from its own level`() throws {
    let machine = try Machine([Machine.panel] + Self.keyboards)

    let client = try Client(["up", "raw:1", "keyboard"], on: machine)

    #expect(client.output == "leds/tpacpi::kbd_backlight 66.67%\nleds/usb::kbd_backlight 51%\n")
    #expect(try Client(["get", "keyboard"], on: machine).output == "66.67%\n")
    #expect(try Client(["hold", "--max=keyboard", "--", "true"], on: machine).status == 0)
  }

  @Test(arguments: [[], ["monitor"]])
  func `every monitor has its lines`(words: [String]) throws {
    let machine = try Machine(Self.monitors + Self.keyboards)
    let watcher = try machine.watch(words)
    try watcher.wait(for: "backlight/ddcci5 40% initial\nbacklight/ddcci6 60% initial\n")

    _ = try Client(["set", "30%"], on: machine)

    try watcher.wait(for: "backlight/ddcci6 30% set\n")
    #expect(watcher.printed.contains("backlight/ddcci5 30% set\n"))
    #expect(watcher.printed.contains("kbd_backlight") == words.isEmpty)
  }

  @Test(arguments: [[], ["monitor"]])
  func `a bar shows the level that get prints`(words: [String]) throws {
    let machine = try Machine(Self.monitors)
    let watcher = try machine.watch(["--format", "waybar"] + words)

    try watcher.wait(for: "\n")

    #expect(watcher.printed.hasPrefix(#"{"text":"40%","alt":"monitor""#))
  }

  @Test(arguments: [[], ["monitor"]])
  func `an overlay shows the level of the light that get prints`(words: [String]) throws {
    let machine = try Machine(Self.monitors)
    let relay = try WatchRelay(to: machine)
    let overlay = try machine.watch(["--format", "wob"] + words, at: relay.socket)
    try relay.waitForWatch()

    _ = try Client(["up"], on: machine)
    try overlay.wait(for: "\n")
    overlay.signal(SIGTERM)

    #expect(try overlay.waitForOutput() == "45\n")
  }

  @Test(arguments: [[], ["monitor"]])
  func `a plain number goes over to the next monitor when the first is unplugged, and back`(words: [String]) throws {
    let machine = try Machine(Self.monitors)
    let numbers = try machine.watch(["--percent"] + words)
    try numbers.wait(for: "40\n")

    try machine.unplug(Self.monitors[0])
    try numbers.wait(for: "60\n")
    try machine.unplug(Self.monitors[1])
    try numbers.wait(for: "60\n\n")
    try machine.plug(Self.monitors[0])
    try numbers.wait(for: "\n\n40\n")

    #expect(numbers.printed == "40\n60\n\n40\n")
  }

  @Test func `an overlay goes over to the next monitor when the first is unplugged`() throws {
    let machine = try Machine(Self.monitors)
    let relay = try WatchRelay(to: machine)
    let overlay = try machine.watch(["--format", "wob"], at: relay.socket)
    try relay.waitForWatch()
    let lines = try machine.watch([])
    try lines.wait(for: "backlight/ddcci6 60% initial\n")
    try machine.unplug(Self.monitors[0])
    try lines.wait(for: "removed\n")

    _ = try Client(["up"], on: machine)
    try overlay.wait(for: "\n")

    #expect(overlay.printed == "65\n")
  }

  @Test(arguments: [
    ["--percent"], ["--percent", "monitor"], ["--format", "waybar"], ["--format", "waybar", "panel"],
  ])
  func `a bar without a light shows an empty line, and waits for one`(words: [String]) throws {
    let machine = try Machine([Self.keyboards[0]])
    let bar = try machine.watch(words)
    try bar.wait(for: "\n")
    #expect(bar.printed == "\n")

    try machine.plug(words.last == "panel" ? Machine.panel : Self.monitors[0])

    try bar.wait(for: words.contains("--percent") ? "40\n" : #"{"text":""#)
  }
}
