import BrightnessControl
import BrightnessModel
import Programs
import Testing

@Suite struct APIProgramsTests {
  private static let holding = [
    "Python", "Python with asyncio", "Python without a library", "Python with a library", "C", "A shell with socat",
    "A shell with varlinkctl",
  ]

  @Test func `every program of the page is run`() throws {
    let others = ["Methods", "Rust", "Swift", "Set a level", "D-Bus and Flatpak", "Errors"]

    #expect(try Set(Recipe.titles(of: "api")) == Set(Self.holding + others))
  }

  @Test(arguments: holding)
  func `a program holds the screen until it is killed`(title: String) throws {
    let harness = try DaemonHarness()
    let program = try Recipe(title, of: "api").start(on: harness.machine)
    let held = try harness.observer.waitFor(.held)

    program.killAll()

    #expect(held.level == 100)
    try harness.expectReturn()
  }

  @Test(arguments: holding)
  func `a program ends when its hold is refused`(title: String) throws {
    let harness = try DaemonHarness()
    let program = try Recipe(title, of: "api").replacing("100", by: "101").start(on: harness.machine)

    #expect(try program.waitForOutput().contains("InvalidClaim"))
    program.waitForEnd()
  }

  @Test func `the program in Swift prints each event, and holds the screen until it is killed`() throws {
    let harness = try DaemonHarness()
    let program = try harness.machine.start(["HoldScreen"])
    try program.wait(for: "holding\n")
    let held = try harness.observer.waitFor(.held)

    program.kill()

    #expect(held.level == 100)
    try harness.expectReturn()
  }

  @Test func `without a daemon the program in Swift ends with an error`() throws {
    let program = try Program(["HoldScreen"], ["BRIGHTNESSD_SOCKET=/nowhere"])

    #expect(try program.waitForOutput() == "cannot connect to '/nowhere': no such file or directory\n")
    #expect(program.waitForEnd() == 1)
  }

  @Test func `a level is set in a shell`() throws {
    let harness = try DaemonHarness()

    let output = try Recipe("Set a level", of: "api").run(on: harness.machine)

    #expect(output.contains(#""level":40"#))
    #expect(try harness.machine.level == "7680\n")
  }

  @Test func `the Python module does what its tests say`() throws {
    let script = "\(Package.root)/Tests/Python/module_tests.py"

    let tests = try Run(["/usr/bin/env", "python3", "-B", script, try Program.path(of: "brightnessd")])

    #expect(tests.status == 0, "\(tests.output)")
  }
}
