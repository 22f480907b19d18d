import Testing

@Suite struct DropInAutomaticTests {
  /// A program for idle dimming, while the light in the room changes.
  @Test func `what save and restore set teaches automatic brightness nothing`() throws {
    let machine = try SimulatedMachine(logLevel: "debug")
    _ = try machine.brightness("auto", "on", "panel")
    try machine.waitForLines(2, with: "the light sensor reads 300 lux")
    let before = try machine.brightness("auto")[1...2]

    let dimmed = try machine.brightnessctl("-m", "-s", "set", "10%")
    try machine.light(10_000)
    try machine.waitForLines(with: "simulated_panel adapts from 10% to ")
    let restored = try machine.brightnessctl("-m", "-r", "get")
    try machine.waitForLines(with: "the light sensor reads 10000 lux")
    let after = try machine.brightness("auto")[1...2]

    #expect(before.last == "  0:15% 10:30% 100:47% 300:60% 1000:80% 2500:93% 10000:100%")
    #expect(after.last == before.last)
    #expect(after.first?.hasSuffix("on   40% below its curve") == true)
    #expect(dimmed == ["simulated_panel,backlight,100,10%,1000"])
    #expect(restored == ["600"])
    #expect(try machine.brightness("get", "panel") == ["60%"])
  }
}
