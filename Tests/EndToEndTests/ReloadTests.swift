import BrightnessControl
import Testing

@Suite struct ReloadTests {
  @Test func `SIGHUP reloads the configuration, and holds continue`() throws {
    let harness = try DaemonHarness()
    let client = try harness.holder()

    try harness.machine.configure("[Light backlight/panel]\nAlias=screen\n")

    #expect(try harness.observer.ask(LightsInterface.Get(light: "screen")).light.id == "backlight/panel")
    #expect(try Client(["list"], on: harness.machine).output == "backlight/panel  panel  100%  19200/19200  screen\n")
    #expect(try harness.observer.holders().count == 1)
    #expect(try harness.machine.level == "19200\n")
    withExtendedLifetime(client) {}
  }
}
