import ControlAPI
import Testing

@Suite struct ReloadTests {
  @Test func `a daemon that is told to reads its configuration again, and its holders hold on`() throws {
    let stage = try Stage()
    let client = try stage.holder()

    try stage.machine.configure("[Light backlight/panel]\nAlias=screen\n")

    #expect(try stage.witness.ask(LightsInterface.Get(light: "screen")).light.id == "backlight/panel")
    #expect(try stage.witness.holders().count == 1)
    #expect(try stage.machine.level == "19200\n")
    withExtendedLifetime(client) {}
  }
}
