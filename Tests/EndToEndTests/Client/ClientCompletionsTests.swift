import BrightnessControl
import Foundation
import Glibc
import HardwareTesting
import Programs
import Testing

@Suite struct ClientCompletionsTests {
  private static let both = [Machine.panel, FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1)]

  @Test(arguments: ["bash", "fish", "zsh"])
  func `a shell completes verbs, options and lights`(shell: String) throws {
    let machine = try Machine(Self.both)

    let lines = ["brightness doc", "brightness set max --al", "brightness get keyb", "brightness get leds/"]
    let completed = try lines.map { try complete($0, in: shell, on: machine) }

    let front = shell == "zsh" ? ["", "set max ", "get ", "get "] : ["", "", "", ""]
    #expect(completed == zip(front, ["doctor", "--allow-off", "keyboard", "leds/tpacpi::kbd_backlight"]).map(+))
  }

  @Test(arguments: ["bash", "fish", "zsh"])
  func `a shell completes the light of a level, and the level after it`(shell: String) throws {
    let machine = try Machine(Self.both)

    let lines = ["brightness hold --at-most keyb", "brightness hold --at=leds/", "brightness hold --at panel=10"]
    let completed = try lines.map { try complete($0, in: shell, on: machine) }

    let words = ["keyboard=", "--at=leds/tpacpi::kbd_backlight=", "panel=100%"]
    let fronts = ["hold --at-most ", "hold ", "hold --at "]
    switch shell {
    case "zsh": #expect(completed == zip(fronts, words).map(+))
    // It expects what follows the last `=`, or `:`.
    case "bash": #expect(completed == ["keyboard=", "leds/tpacpi::kbd_backlight=", "100%"])
    default: #expect(completed == words)
    }
  }

  @Test func `the light of a level is completed without a space after it`() throws {
    let machine = try Machine(Self.both)

    // Return at once: a space would make two words.
    #expect(
      try complete("brightness hold --at-most keyb\t1", in: "zsh", on: machine).hasPrefix("hold --at-most keyboard=1")
    )
  }

  @Test func `bash adds no space after it, either`() throws {
    let bash = "exec env PATH=\(try Package.programs):/usr/bin:/bin PS1=ready: bash --norc --noprofile -i"
    let machine = try Machine(Self.both)
    let terminal = try Terminal(columns: 200, rows: 5, bash, on: machine)
    try terminal.wait(for: "ready:")
    try terminal.after { try terminal.type("source \(Package.root)/completions/brightness.bash", "Enter") }
    try terminal.wait(for: "ready:")

    try terminal.type("brightness hold --at-most keyb", "Tab", "1")

    try terminal.wait(for: "oard=1")
    #expect(try terminal.lines().last == "ready:brightness hold --at-most keyboard=1")
    withExtendedLifetime(machine) {}
  }

  @Test(arguments: ["bash", "fish", "zsh"])
  func `a shell completes sessions`(shell: String) throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder()
    let session = try #require(try harness.observer.holders().first)

    let completed = try complete("brightness cancel ", in: shell, on: harness.machine)

    #expect(completed == (shell == "zsh" ? "cancel \(session.id)" : "\(session.id)"))
    withExtendedLifetime(holder) {}
  }

  @Test(arguments: ["bash", "fish"])
  func `a shell completes paths itself`(shell: String) throws {
    #expect(try complete("brightness list --socket com", in: shell, on: nil).hasPrefix("completions"))
  }

  @Test(arguments: ["bash", "fish", "zsh"])
  func `a shell completes the command of a hold`(shell: String) throws {
    let completed = try complete("brightness hold --max -- umockdev-w", in: shell, on: nil)

    let line = completed.split(separator: " ")
    #expect(Set(line.suffix(from: (line.lastIndex(of: "--") ?? -1) + 1)) == ["umockdev-wrapper"])
  }

  @Test(arguments: ["bash", "fish"])
  func `the arguments of that command are completed as paths`(shell: String) throws {
    #expect(try complete("brightness hold -- cat compl", in: shell, on: nil).hasPrefix("completions"))
  }

  @Test(arguments: ["bash", "fish"])
  func `without a daemon no light is offered, and no error is printed`(shell: String) throws {
    #expect(try complete("brightness get ", in: shell, on: nil) == "")
  }

  /// Completes a line in a shell.
  private func complete(_ line: String, in shell: String, on machine: Machine?) throws -> String {
    let script = "\(Package.root)/Tests/Fixtures/Shells/complete.\(shell)"
    let home = try TemporaryFolder()
    let plain = ["bash": "--norc", "fish": "--no-config", "zsh": "-f"]
    let path = "PATH=\(try Package.programs):/usr/bin:/bin"
    let words = ["/usr/bin/env", "-C", Package.root, path, shell, try #require(plain[shell]), script]
    let program = try Program(
      words + ["\(Package.root)/completions", line],
      [
        "HOME=\(home.path)", "XDG_CONFIG_HOME=\(home.path)", "LC_ALL=C.UTF-8",
        "BRIGHTNESSD_SOCKET=\(machine?.socket ?? "/nowhere")",
      ],
      errors: .included
    )
    defer { program.waitForEnd() }
    return try program.waitForOutput().split(separator: "\n").joined(separator: " ")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
