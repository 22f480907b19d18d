import Glibc
import HardwareTesting
import Programs
import Testing

/// A keyboard with an LED for each key, as Clevo's have, and one with zones.
@Suite struct ClientKeyboardTests {
  private static let keys = (0..<12).map { number in
    FakeDevice.led("rgb:kbd_backlight" + (number == 0 ? "" : "_\(number)"), maximum: 100, level: 40 + number)
  }

  private func levels(_ machine: Machine) throws -> [String] { try Self.keys.map { try machine.level(of: $0) } }

  private static func lines(_ levels: [Int]) -> [String] { levels.map { "\($0)\n" } }

  @Test(arguments: [
    (["get", "keyboard"], "40%\n", 40..<52), (["get", "rgb:kbd_backlight_11"], "40%\n", 40..<52),
    (["up", "keyboard"], "45%\n", 45..<57), (["down", "raw:2", "keyboard"], "38%\n", 38..<50),
    (["set", "+50%", "rgb:kbd_backlight"], "90%\n", 90..<102),
    (["hold", "--at", "keyboard=0%", "--", "true"], "", 40..<52),
  ])
  func `it is read, set and held as one light`(words: [String], output: String, levels: Range<Int>) throws {
    let machine = try Machine([Machine.panel] + Self.keys)

    let client = try Client(words, on: machine)

    // Its reply comes when every light is at rest.
    _ = try Client(["reset"], on: machine)
    #expect(client.output == output)
    #expect(client.errors == "")
    #expect(try self.levels(machine) == Self.lines(levels.map { min($0, 100) }))
  }

  @Test func `it has one row in the list, and one line in watch for each change`() throws {
    let machine = try Machine(Self.keys)

    let rows = try Client(["list"], on: machine).output.split(separator: "\n").filter { $0.contains("rgb:") }
    #expect(rows.count == 1)

    let watcher = try Program(["brightness", "watch"], ["BRIGHTNESSD_SOCKET=\(machine.socket)"])
    try watcher.wait(for: "initial\n")
    _ = try Client(["set", "80%", "keyboard"], on: machine)
    _ = try Client(["set", "90%", "keyboard"], on: machine)
    try watcher.wait(for: "90% set\n")
    #expect(
      watcher.printed.split(separator: "\n").filter { $0.contains(" set") }
        == ["leds/rgb:kbd_backlight 80% set", "leds/rgb:kbd_backlight 90% set"]
    )
  }

  @Test(arguments: ["rgb:kbd_backlight", "rgb:kbd_backlight_3", "leds/rgb:kbd_backlight_3", "*kbd*"])
  func `the brightnessctl mode sets all LEDs by the name of one`(name: String) throws {
    let machine = try Machine(Self.keys)

    let client = try Client(["-m", "-d", name, "set", "70"], as: "brightnessctl", on: machine)

    #expect(client.output == "rgb:kbd_backlight,leds,70,70%,100\n")
    #expect(try levels(machine) == Self.lines(Array(repeating: 70, count: 12)))
  }
}
