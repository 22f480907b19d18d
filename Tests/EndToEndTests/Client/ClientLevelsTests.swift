import Glibc
import HardwareTesting
import Testing

@Suite struct ClientLevelsTests {
  private static let keyboard = FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1)
  private static let both = [Machine.panel, keyboard]

  @Test func `a level that is set is written, and reported by get`() throws {
    let machine = try Machine()

    let set = try Client(["set", "37%"], on: machine)
    let got = try Client(["get"], on: machine)

    #expect(set.status == 0)
    #expect(set.output == "37%\n")
    #expect(got.output == "37%\n")
    #expect(try machine.level == "7104\n")
  }

  @Test(arguments: [
    (["get", "--percent"], "50.5\n"), (["get", "--raw"], "9696\n"), (["get", "backlight/panel"], "50.5%\n"),
    (["list"], "backlight/panel  panel  50.5%  9696/19200\n"), (["list", "--raw"], "backlight/panel  panel  9696\n"),
    (["list", "--percent"], "backlight/panel  panel  50.5\n"),
  ])
  func `a level is printed in the requested form`(words: [String], output: String) throws {
    let machine = try Machine()
    _ = try Client(["set", "50.5%"], on: machine)

    let client = try Client(words, on: machine)

    #expect(client.output == output)
    #expect(client.status == 0)
  }

  @Test func `steps go up and down, and report the limit`() throws {
    let machine = try Machine()
    _ = try Client(["set", "98%"], on: machine)

    #expect(try Client(["up"], on: machine).output == "100%, at the limit\n")
    #expect(try Client(["down", "0.5%"], on: machine).output == "99.5%\n")
    #expect(try Client(["set", "-9.5%"], on: machine).output == "90%\n")
    #expect(try Client(["down", "100%"], on: machine).output == "1%, at the limit\n")
    #expect(try Client(["set", "raw:+1"], on: machine).output == "1.01%\n")
  }

  @Test func `several lights are set at once, each once, with a fade`() throws {
    let machine = try Machine(Self.both)

    let client = try Client(["set", "max", "panel", "keyboard", "backlight/panel", "--fade", "20ms"], on: machine)

    #expect(client.output == "backlight/panel 100%\nleds/tpacpi::kbd_backlight 100%\n")
    #expect(try machine.level == "19200\n")
    #expect(try machine.level(of: Self.keyboard) == "3\n")
  }

  @Test func `an unknown name changes no light, not even a known one`() throws {
    let machine = try Machine(Self.both)

    #expect(try Client(["set", "max", "panel", "kitchen"], on: machine).status == 4)

    #expect(try machine.level == "\(Machine.userLevel)\n")
  }

  @Test(arguments: [["get"], ["set", "40%"], ["up"], ["down", "raw:1"]])
  func `without a screen the command fails and lists other lights`(words: [String]) throws {
    let machine = try Machine([Self.keyboard])

    let client = try Client(words, on: machine)

    #expect(client.status == 4)
    #expect(client.output == "")
    #expect(
      client.errors
        == "cannot choose 'light': no screen was found; name one of: leds/tpacpi::kbd_backlight (keyboard)\n"
    )
    #expect(try machine.level(of: Self.keyboard) == "1\n")
  }

  @Test(arguments: [
    (["set", "0%"], "1%\n", "'backlight/panel' has a floor of 1%; --allow-off goes below it\n"),
    (["set", "min"], "1%\n", ""),
    (["set", "0.5%", "--percent"], "1\n", "'backlight/panel' has a floor of 1%; --allow-off goes below it\n"),
    (["set", "0%", "--allow-off"], "0%\n", ""), (["set", "1%"], "1%\n", ""),
  ])
  func `a level below the floor is explained`(words: [String], output: String, note: String) throws {
    let client = try Client(words, on: try Machine())

    #expect(client.output == output)
    #expect(client.errors == note)
    #expect(client.status == 0)
  }

  @Test func `JSON output has a version, and lights as the interface describes them`() throws {
    let machine = try Machine()

    let set = try Client(["set", "50%", "--json"], on: machine)
    let get = try Client(["get", "--json"], on: machine)
    let list = try Client(["list", "--json"], on: machine)

    let light =
      #"{"id":"backlight/panel","kind":"panel","raw":9600,"maximum":19200,"level":50.0,"base":50.0,"baseRaw":9600,"floor":1.0,"state":"free","automatic":"off"}"#
    #expect(set.output == #"{"version":1,"lights":[\#(light)]}"# + "\n")
    #expect(get.output == #"{"version":1,"light":\#(light)}"# + "\n")
    #expect(list.output == set.output)
  }
}
