import BrightnessControl
import BrightnessModel
import Glibc
import HardwareTesting
import Programs
import Testing

@Suite struct RecipesTests {
  private static let keyboard = FakeDevice.led("tpacpi::kbd_backlight", maximum: 10, level: 5)

  @Test func `every recipe is tested`() throws {
    let run =
      Self.lasting.map(\.title) + ["The keyboard at night", "Waybar", "Other bars", "SwayOSD", "Darker in the evening"]
    // Tests/Desktop runs these, with the programs that they are for.
    let desktop = [
      "Brightness keys", "A key that holds", "An overlay", "A notification", "Dimmed when idle", "On X11",
    ]
    // SimulatedMonitorTests runs these.
    let monitors = ["Monitors"]

    #expect(try Set(Recipe.titles()) == Set(run + desktop + monitors))
  }

  @Test func `README binds the keys as the recipe does`() throws {
    let recipe = try Recipe.lines(of: "Brightness keys", in: "recipes").filter {
      $0.hasPrefix("bind") && $0 != "binds {"
    }
    let readme = try Recipe.lines(of: "Bind the keys", in: "../README").filter { $0.hasPrefix("bind") }

    #expect(readme == recipe)
    #expect(recipe.count == 8)
  }

  @Test(arguments: [(21, "3\n"), (6, "3\n"), (7, "0\n"), (19, "0\n")])
  func `the keyboard is lit at night`(hour: Int, level: String) throws {
    let machine = try Machine([Machine.panel, Self.keyboard])

    _ = try Recipe("The keyboard at night").run(on: machine, ["HOUR=\(hour)"])

    #expect(try machine.level(of: Self.keyboard) == level)
    #expect(try machine.level == "\(Machine.userLevel)\n")
  }

  @Test func `a bar that runs a command shows the level`() throws {
    #expect(try Recipe("Other bars", language: "sh").run(on: Machine()) == "light 38.4%\n")
  }

  @Test func `a bar that reads objects receives each change`() throws {
    let machine = try Machine()
    let bar = try Recipe("Waybar", command: #""exec": "([^"]+)""#).start(on: machine)
    try bar.wait(for: #"{"text":"38%","#)

    _ = try Client(["set", "40%"], on: machine)

    try bar.wait(for: #"{"text":"40%","#)
    bar.killAll()
  }

  /// polybar, i3status-rust and eww, in the order of the page.
  @Test(arguments: [#"exec = (.*)\n"#, #"command = "([^"]+)""#, #"deflisten light :initial "" "([^"]+)""#])
  func `a bar that reads lines receives each change`(command: String) throws {
    let machine = try Machine()
    let bar = try Recipe("Other bars", command: command).start(on: machine)
    try bar.wait(for: "38.4\n")

    _ = try Client(["set", "40%"], on: machine)

    try bar.wait(for: "38.4\n40\n")
    bar.killAll()
  }

  @Test(arguments: [#""on-scroll-up": "([^"]+)""#, #""on-scroll-down": "([^"]+)""#])
  func `scrolling moves the panel by one percent`(command: String) throws {
    let machine = try Machine()
    _ = try Client(["set", "40%"], on: machine)

    #expect(try Recipe("Waybar", command: command).run(on: machine) == (command.contains("up") ? "41%\n" : "39%\n"))
  }

  @Test func `SwayOSD shows what the user does`() throws {
    let machine = try Machine()
    let relay = try WatchRelay(to: machine)
    let overlay = try Recipe("SwayOSD").start(on: machine, socket: relay.socket)
    try relay.waitForWatch()

    _ = try Client(["hold", "--at", "30%", "--", "true"], on: machine)
    for level in ["8%", "100%"] { _ = try Client(["set", level], on: machine) }

    try overlay.wait(for: "100 %\n")
    #expect(overlay.printed == "display-brightness-symbolic 0.08 8 %\ndisplay-brightness-symbolic 1.00 100 %\n")
    overlay.killAll()
  }

  @Test func `the level after an evening is the user's, also if a key changed it`() throws {
    let harness = try DaemonHarness()
    _ = try Client(["set", "60%"], on: harness.machine)
    let unit = try Recipe("Darker in the evening", command: "ExecStart=/usr/bin/(.*)\n")
    let words = unit.text.split(separator: " ").map(String.init)
    let evening = try harness.machine.start(words)

    #expect(try harness.observer.waitFor(.held).level == 40)
    _ = try Client(["up"], on: harness.machine)
    evening.signal(SIGTERM)

    #expect(evening.waitForEnd() == 0)
    #expect(try harness.observer.waitFor(.free).level == 65)
  }

  static let lasting: [(title: String, level: Int)] = [
    ("A ticket", 19_200), ("A film", 5760), ("By swayidle", 1920),
  ]

  @Test(arguments: lasting)
  func `a recipe holds the screen until it ends`(title: String, level: Int) throws {
    let harness = try DaemonHarness()
    let folder = try TemporaryFolder()
    let program = try Recipe(title).start(on: harness.machine, ["XDG_RUNTIME_DIR=\(folder.path)"])
    let held = try harness.observer.waitFor(.held)

    try program.say("")

    #expect(program.waitForEnd() == 0)
    #expect(held.raw == level)
    try harness.expectReturn()
  }
}
