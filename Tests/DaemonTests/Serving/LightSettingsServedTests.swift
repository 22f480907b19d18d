import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import Guarantees
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite(.tags(.neverBlackByAccident)) struct LightSettingsServedTests {
  @Test func `a light is not set below its floor`() throws {
    let daemon = try TestDaemon(serving: panel("Floor=20%"))
    let client = try daemon.connect()

    let light = try client.ask(LightsInterface.Set(level: .percent(5))).lights[0]

    #expect(daemon.level() == 20)
    #expect([light.level, light.floor] == [20, 20])
    _ = client.follow(SessionsInterface.Hold(scene: .exactly(0)))
    #expect(daemon.level() == 20)
  }

  @Test func `a light has the configured kind`() throws {
    let daemon = try TestDaemon(serving: panel("Kind=keyboard"))
    let client = try daemon.connect()

    #expect(try client.ask(LightsInterface.List()).lights.map(\.kind) == [.keyboard])
    _ = client.follow(SessionsInterface.Hold(scene: .exactly(80)))
    #expect(daemon.level() == 60)
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(0, of: "keyboard")))
    #expect(daemon.level() == 0)
    #expect(daemon.restores.map(\.kind) == [.keyboard])
  }

  @Test func `a reloaded floor raises a held light at once, and a free light with its next write`() throws {
    let daemon = try TestDaemon([Device.panel, Device.monitor], serving: Configuration())
    let client = try daemon.connect()
    _ = client.follow(SessionsInterface.Hold(scene: .exactly(5, of: "panel")))
    let watched = try daemon.connect().follow(LightsInterface.Watch())
    _ = (watched.events, daemon.files.takeWritten())

    daemon.reload("[Light backlight/panel]\nFloor=40%\n[Light backlight/ddcci5]\nFloor=50%")

    #expect(daemon.files.takeWritten() == ["panel 40"])
    #expect(watched.events == ["3 settings backlight/ddcci5 30", "4 settings backlight/panel 40"])
    client.leave()
    _ = try daemon.connect().ask(LightsInterface.Set(light: "ddcci5", level: .changePercent(1)))
    #expect([daemon.level(), daemon.level(Device.monitor)] == [60, 50])
  }

  @Test func `a pending restore follows the configured kind and floor`() throws {
    let daemon = try TestDaemon([Device.panel.with(["brightness": 5])], serving: Configuration())
    _ = try daemon.connect().follow(SessionsInterface.Hold(scene: .exactly(80)))
    daemon.kill()
    let configuration = panel("Floor=20%\nScale=perceptual")

    let left = try RestoreRun.restoreAll(
      recordedIn: daemon.state,
      lightsOf: FakeTreeOrigin(root: daemon.root),
      configuration: configuration
    )

    #expect(left == [])
    #expect(daemon.level() == 5)
  }

  private func panel(_ text: String) -> Configuration {
    read("[Light backlight/panel]\n\(text)").configuration
  }
}
