import ControlAPI
import HardwareTesting
import Testing
import Varlink

@testable import Daemon

@Suite struct SilentMoveServedTests {
  @Test(arguments: [(3, -1, 2), (0, 1, 1), (2, 1, 3), (0, -1, 0)])
  func `a step of a keyboard that moved in silence leads from where it is`(found: Int, step: Int, raw: Int) throws {
    let desk = try Desk([Device.keyboard], serving: Configuration())
    try desk.moveInSilence(Device.keyboard, to: found)

    let light = try desk.connect().ask(LightsInterface.Set(light: "keyboard", level: .changeRaw(step))).lights[0]

    #expect(desk.level(Device.keyboard) == raw)
    #expect([light.raw, light.baseRaw] == [raw, raw])
    #expect(light.standing == .free)
  }

  @Test func `a keyboard that was last seen at its end goes on from where it is`() throws {
    let desk = try Desk([Device.keyboard.with(["brightness": 3])], serving: Configuration())
    try desk.moveInSilence(Device.keyboard, to: 0)

    _ = try desk.connect().ask(LightsInterface.Set(light: "keyboard", level: .changeRaw(1)))

    #expect(desk.level(Device.keyboard) == 1)
  }

  @Test func `a keyboard that was last seen at a level is brought back to it`() throws {
    let desk = try Desk([Device.keyboard], serving: Configuration())
    try desk.moveInSilence(Device.keyboard, to: 3)

    _ = try desk.connect().ask(LightsInterface.Set(light: "keyboard", level: .raw(1)))

    #expect(desk.level(Device.keyboard) == 1)
  }

  @Test func `a step of a panel of whose move nothing was heard yet leads from where it is`() throws {
    let desk = try Desk(serving: Configuration())
    try desk.moveInSilence(to: 20)

    _ = try desk.connect().ask(LightsInterface.Set(level: .changePercent(5)))

    #expect(desk.files.takeWritten() == ["panel 25"])
  }

  @Test func `a step at the end of a light writes nothing, and is answered`() throws {
    let desk = try Desk([Device.keyboard.with(["brightness": 3])], serving: Configuration())

    let light = try desk.connect().ask(LightsInterface.Set(light: "keyboard", level: .changeRaw(1))).lights[0]

    #expect(desk.files.takeWritten() == [])
    #expect(light.standing == .free)
    #expect(desk.isIdle)
  }

  @Test func `a step that meets a hold on a light that moved in silence is the base of it`() throws {
    let desk = try Desk([Device.keyboard], serving: Configuration())
    try desk.moveInSilence(Device.keyboard, to: 3)
    let visitors = try [desk.connect(), desk.connect()]

    let set = visitors[0].begin(LightsInterface.Set(light: "keyboard", level: .changeRaw(-1)), wantsMore: false)
    _ = visitors[1].follow(SessionsInterface.Hold(scene: .exactly(0, of: "keyboard")))
    #expect(desk.level(Device.keyboard) == 0)
    visitors[1].leave()

    #expect(set.takeGood().count == 1)
    #expect(desk.level(Device.keyboard) == 2)
  }
}
