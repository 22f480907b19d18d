import Glibc
import HardwareTesting
import Programs
import Testing

/// A keyboard with an LED for each key, as Clevo's have, and one with zones.
@Suite struct ClientKeyboardTests {
  private static let keys = (0..<12).map { number in
    FakeDevice.led("rgb:kbd_backlight" + (number == 0 ? "" : "_\(number)"), maximum: 100, level: 40 + number)
  }

  @Test func `it has one row in the list, and one line in watch for each change`() throws {
    let machine = try Machine(Self.keys)

    let rows = try Client(["list"], on: machine).output.split(separator: "\n").filter { $0.contains("rgb:") }
    #expect(rows.count == 1)

    let watcher = try machine.watch([])
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
    #expect(try Self.keys.allSatisfy { try machine.level(of: $0) == "70\n" })
  }
}
