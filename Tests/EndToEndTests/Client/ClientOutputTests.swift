import Glibc
import HardwareTesting
import Programs
import Testing

/// Lights, programs and scenes choose their names; a terminal must not obey them.
@Suite struct ClientOutputTests {
  /// Clears the screen and sets the title, in two encodings, and turns the direction of the text
  /// around.
  private static let name = "a\u{1B}[2J\u{1B}]0;b\u{7}\u{9B}2J\u{7F}\u{202E}\u{2028}c"
  private static let evil = FakeDevice.backlight(name, maximum: 100, level: 50)

  @Test(arguments: [
    [], ["--json"], ["list"], ["list", "--json"], ["get"], ["get", "--json"], ["get", "b"], ["set", "50%", "--json"],
    ["set", "40%", "panel"], ["set", "40%", "keyboard"], ["up", name], ["up", "backlight/\(name)", "--json"],
    ["reset", name],
    ["auto"], ["auto", "--json"], ["auto", "on", name], ["auto", "history"], ["holds"], ["holds", "--json"], ["doctor"],
    ["doctor", "--json"], ["complete", "--", "get", ""],
    ["complete", "--", "cancel", ""], ["hold", "--at", "80%", "--for", "1ms"],
    ["hold", "--at", "80%", "--for", "1ms", "--json"], ["hold", "--at", "\(name)=80%", "--", "echo", "x"],
    [name],
    ["set", name],
    ["cancel", "\(name)x"],
  ])
  func `no output has control characters of others`(words: [String]) throws {
    let machine = try Machine([Self.evil])
    let held = ["brightness", "hold", "--at", "60%", "--name", Self.name, "--reason", Self.name]
    let holder = try machine.start(held)
    try holder.wait(for: "holding")
    defer { holder.kill() }

    let client = try Client(words, on: machine)

    #expect(!client.output.isEmpty || !client.errors.isEmpty)
    expectPlain(client.output + client.errors)
  }

  @Test(arguments: [[], ["--json"], ["--format", "waybar"]])
  func `no update has control characters of others`(words: [String]) throws {
    let machine = try Machine([Self.evil])
    let watcher = try machine.watch(words, errors: .included)
    try watcher.wait(for: "\n")
    machine.daemon.kill()
    try watcher.wait(for: "\n")

    expectPlain(watcher.printed)
  }

  @Test(arguments: [["-l"], ["-m"], ["info"], ["set", "40%"], ["-d", name, "get"], ["-d", "\(name)x", "get"]])
  func `no output of the brightnessctl mode has control characters of others`(words: [String]) throws {
    let client = try Client(words, as: "brightnessctl", on: try Machine([Self.evil]))

    #expect(!client.output.isEmpty || !client.errors.isEmpty)
    expectPlain(client.output + client.errors)
  }

  private func expectPlain(_ text: String) {
    let obeyed = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar != "\n" && scalar != "\t"
      case .format, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
    #expect(obeyed.isEmpty, "\(text.debugDescription)")
  }
}
