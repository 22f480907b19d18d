import ControlAPI
import Hardware
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct LightSettingsServedTests {
  @Test func `a light goes no lower than its floor`() throws {
    let desk = try Desk(serving: panel("Floor=20%"))
    let visitor = try desk.connect()

    let light = try visitor.ask(LightsInterface.Set(level: .percent(5))).lights[0]

    #expect(desk.level() == 20)
    #expect([light.level, light.floor] == [20, 20])
    _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(0)))
    #expect(desk.level() == 20)
  }

  @Test func `a keyboard that has a floor does not go off`() throws {
    let text = "[Light leds/tpacpi::kbd_backlight]\nFloor=1%"
    let desk = try Desk([Device.keyboard], serving: read(text).configuration)

    _ = try desk.connect().ask(LightsInterface.Set(light: "keyboard", level: .percent(0)))

    #expect(desk.level(Device.keyboard) == 1)
  }

  @Test(arguments: [("linear", 50), ("perceptual", 18)])
  func `a percentage is one of the scale that the configuration says`(scale: String, raw: Int) throws {
    let desk = try Desk(serving: panel("Scale=\(scale)"))

    let light = try desk.connect().ask(LightsInterface.Set(level: .percent(50))).lights[0]

    #expect(desk.level() == raw)
    #expect(light.level == 50)
  }

  @Test func `a light is of the kind that the configuration says`() throws {
    let desk = try Desk(serving: panel("Kind=keyboard"))
    let visitor = try desk.connect()

    #expect(try visitor.ask(LightsInterface.List()).lights.map(\.kind) == [.keyboard])
    _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(80)))
    #expect(desk.level() == 60)
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(0, of: "keyboard")))
    #expect(desk.level() == 0)
    #expect(desk.debts.map(\.kind) == [.keyboard])
  }

  @Test func `a floor that is read again lifts what is held at once, and a free light with its next write`() throws {
    let desk = try Desk([Device.panel, Device.monitor], serving: Configuration())
    let visitor = try desk.connect()
    _ = visitor.follow(SessionsInterface.Hold(scene: .exactly(5, of: "panel")))
    let watched = try desk.connect().follow(LightsInterface.Watch())
    _ = (watched.told, desk.files.takeWritten())

    desk.reload("[Light backlight/panel]\nFloor=40%\n[Light backlight/ddcci5]\nFloor=50%")

    #expect(desk.files.takeWritten() == ["panel 40"])
    #expect(watched.told == ["3 settings backlight/ddcci5 30", "4 settings backlight/panel 40"])
    visitor.leave()
    _ = try desk.connect().ask(LightsInterface.Set(light: "ddcci5", level: .changePercent(1)))
    #expect([desk.level(), desk.level(Device.monitor)] == [60, 50])
  }

  @Test func `a scale and a kind that are read again count for what is held`() throws {
    let desk = try Desk(serving: Configuration())
    let held = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(50)))

    desk.reload("[Light backlight/panel]\nScale=perceptual")
    #expect(desk.level() == 18)

    desk.reload("[Light backlight/panel]\nKind=keyboard")
    #expect(desk.level() == 60)

    desk.reload("")
    #expect(desk.level() == 50)
    #expect(held.takeGood().map(\.event) == [.holding])
  }

  @Test func `a floor that is read while a light is away counts when it comes back`() throws {
    let desk = try Desk(serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(5)))
    try desk.unplug()

    desk.reload("[Light backlight/panel]\nFloor=20%")
    try desk.plug()

    #expect(desk.level() == 20)
  }

  @Test func `what is owed is brought back in the words of the configuration`() throws {
    let desk = try Desk([Device.panel.with(["brightness": 5])], serving: Configuration())
    _ = try desk.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    desk.kill()
    let configuration = panel("Floor=20%\nScale=perceptual")

    let left = try Settlement.pay(
      recordedIn: desk.state,
      lightsOf: FakeTreeOrigin(root: desk.root),
      settings: configuration.lights,
      overrides: configuration.overrides
    )

    #expect(left == [])
    #expect(desk.level() == 5)
  }

  private func panel(_ text: String) -> Configuration {
    read("[Light backlight/panel]\n\(text)").configuration
  }
}
