import ControlAPI
import Model
import Programs
import Testing

@Suite struct APIProgramsTests {
  private static let run = [
    "Python without a library", "Python with a library", "C", "A shell with socat", "A shell with varlinkctl",
  ]

  @Test func `every program of the page is run`() throws {
    #expect(
      try Recipe.titles(of: "api") == Array(Self.run.prefix(3)) + ["Rust", "Swift"] + Self.run.suffix(2) + ["Errors"]
    )
  }

  @Test(arguments: run)
  func `a program holds the screen until it is killed`(title: String) throws {
    let harness = try DaemonHarness()
    let program = try Recipe(title, of: "api").start(on: harness.machine)
    let held = try harness.observer.waitFor(.held)

    program.killAll()

    #expect(held.level == 100)
    try harness.expectReturn()
  }

  @Test func `the program in Swift holds the screen until it is killed`() throws {
    let harness = try DaemonHarness()
    let program = try Program(["HoldScreen", harness.machine.socket])
    let held = try harness.observer.waitFor(.held)

    program.kill()

    #expect(held.level == 100)
    try harness.expectReturn()
  }
}
