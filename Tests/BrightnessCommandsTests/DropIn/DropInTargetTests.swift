import BrightnessControl
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct DropInTargetTests {
  @Test(arguments: [
    (LightsInterface.Level.percent(50), LightsInterface.Level.percent(50)), (.changePercent(5), .changePercent(5)),
    (.changePercent(-5), .changePercent(-5)), (.changeRaw(9), .changeRaw(9)),
    (.changeRaw(-9), .changeRaw(-9)), (.changeRaw(-90_000), .changeRaw(-19_200)),
    (.raw(90_000), .raw(19_200)),
  ])
  func `percentages and changes are computed by the daemon`(value: LightsInterface.Level, level: LightsInterface.Level)
  {
    #expect(DropInTarget(value: value, light: .panel).level == level)
  }

  @Test func `a percentage on a curve is converted to steps`() {
    #expect(DropInTarget(value: .percent(50), light: .panel, exponent: 2).level == .raw(4800))
    #expect(DropInTarget(value: .changePercent(-10), light: .panel, exponent: 2).level == .raw(5443))
    #expect(DropInTarget(value: .raw(50), light: .panel, exponent: 2).level == .raw(50))
  }

  @Test func `a change below the minimum sets the minimum`() {
    let down = LightsInterface.Level.changePercent(-39)

    #expect(DropInTarget(value: down, light: .panel, minimum: 500).level == .raw(500))
    #expect(DropInTarget(value: down, light: .panel, minimum: 5).level == .changePercent(-39))
    #expect(DropInTarget(value: down, light: .panel, minimum: 90_000).level == .raw(19_200))
  }

  @Test func `a pretended level respects the floor, unless black is allowed`() {
    let black = LightsInterface.Level.raw(0)

    #expect(DropInTarget(value: black, light: .panel).reading.raw == 192)
    #expect(DropInTarget(value: black, light: .panel, minimum: 0).reading.raw == 0)
    #expect(DropInTarget(value: black, light: .keyboard).reading.raw == 0)
    #expect(DropInTarget(value: black, light: .keyboard, minimum: 1).reading.raw == 1)
  }

  @Test(arguments: [("7680 192 19200\n", 192 as Int?), ("7680 - 19200\n", nil)])
  func `a saved level is written and read as a line of three numbers`(text: String, next: Int?) {
    let level = SavedLevel(raw: 7680, next: next, maximum: 19_200)

    #expect(SavedLevel(text: text) == level)
    #expect(level.text == text)
  }

  @Test(arguments: [
    "", "\n", "7680 192 19200", "7680 192\n", "7680 192 19200 1\n", "-1 - 19200\n", "19201 - 19200\n", "a - 1\n",
  ])
  func `an invalid saved level is ignored`(text: String) {
    #expect(SavedLevel(text: text) == nil)
  }
}
