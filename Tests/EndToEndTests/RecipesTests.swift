import ControlAPI
import HardwareTesting
import Model
import Programs
import Testing

@Suite struct RecipesTests {
  private static let keyboard = FakeDevice.led("tpacpi::kbd_backlight", maximum: 10, level: 5)

  @Test func `every recipe is tested`() throws {
    let run = Self.lasting.map(\.title) + ["The keyboard at night", "A status bar"]
    // Tests/Desktop runs these, with the programs that they are for.
    let desktop = ["Brightness keys", "A key that holds", "An overlay"]
    // SimulatedMonitorTests runs these.
    let monitors = ["Monitors"]

    #expect(try Set(Recipe.titles()) == Set(run + desktop + monitors))
  }

  @Test func `README binds the keys as the recipe does`() throws {
    let recipe = try Recipe.lines(of: "Brightness keys", in: "recipes").filter { $0.hasPrefix("bind") }
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

  @Test func `a status bar shows the level`() throws {
    #expect(try Recipe("A status bar", language: "sh").run(on: Machine()) == "light 38.4%\n")
  }

  @Test func `a status bar that reads lines receives each change`() throws {
    let machine = try Machine()
    let bar = try Recipe("A status bar", "exec").start(on: machine)
    try bar.wait(for: #"{"text":"38.4%","#)

    _ = try Client(["set", "40%"], on: machine)

    try bar.wait(for: #"{"text":"40%","#)
    bar.killAll()
  }

  static let lasting: [(title: String, level: Int)] = [
    ("A ticket", 19_200), ("A film", 5760), ("Dimmed when idle", 1920),
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
