import ControlAPI
import HardwareTesting
import Model
import Testing
import Varlink

@testable import Daemon

@Suite struct SilentChangeServedTests {
  @Test(arguments: [(3, -1, 2), (0, 1, 1), (2, 1, 3), (0, -1, 0)])
  func `a relative level of a keyboard that changed without an event starts at its real level`(
    found: Int,
    step: Int,
    raw: Int
  ) throws {
    let daemon = try TestDaemon([Device.keyboard], serving: Configuration())
    try daemon.moveSilently(Device.keyboard, to: found)

    let light = try daemon.connect().ask(LightsInterface.Set(light: "keyboard", level: .changeRaw(step))).lights[0]

    #expect(daemon.level(Device.keyboard) == raw)
    #expect([light.raw, light.baseRaw] == [raw, raw])
    #expect(light.state == .free)
  }

  @Test func `a keyboard last read at its end moves from its real level`() throws {
    let daemon = try TestDaemon([Device.keyboard.with(["brightness": 3])], serving: Configuration())
    try daemon.moveSilently(Device.keyboard, to: 0)

    _ = try daemon.connect().ask(LightsInterface.Set(light: "keyboard", level: .changeRaw(1)))

    #expect(daemon.level(Device.keyboard) == 1)
  }

  @Test func `a keyboard last read at a level is set to it again`() throws {
    let daemon = try TestDaemon([Device.keyboard], serving: Configuration())
    try daemon.moveSilently(Device.keyboard, to: 3)

    _ = try daemon.connect().ask(LightsInterface.Set(light: "keyboard", level: .raw(1)))

    #expect(daemon.level(Device.keyboard) == 1)
  }

  @Test func `a relative level of a panel whose change event is pending starts at its real level`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    try daemon.moveSilently(to: 20)

    _ = try daemon.connect().ask(LightsInterface.Set(level: .changePercent(5)))

    #expect(daemon.files.takeWritten() == ["panel 25"])
  }

  @Test func `a relative level at the end of the range writes nothing and is answered`() throws {
    let daemon = try TestDaemon([Device.keyboard.with(["brightness": 3])], serving: Configuration())

    let light = try daemon.connect().ask(LightsInterface.Set(light: "keyboard", level: .changeRaw(1))).lights[0]

    #expect(daemon.files.takeWritten() == [])
    #expect(light.state == .free)
    #expect(daemon.isIdle)
  }

  @Test func `a relative level on a held light that changed without an event becomes its base`() throws {
    let daemon = try TestDaemon([Device.keyboard], serving: Configuration())
    try daemon.moveSilently(Device.keyboard, to: 3)
    let clients = try [daemon.connect(), daemon.connect()]

    let set = clients[0].begin(LightsInterface.Set(light: "keyboard", level: .changeRaw(-1)), wantsMore: false)
    _ = clients[1].follow(SessionsInterface.Hold(scene: .exactly(0, of: "keyboard")))
    #expect(daemon.level(Device.keyboard) == 0)
    clients[1].leave()

    #expect(set.takeSuccessful().count == 1)
    #expect(daemon.level(Device.keyboard) == 2)
  }
}
