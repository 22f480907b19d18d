import ControlAPI
import Testing

@testable import Commands

@Suite struct DropInAimTests {
  @Test(arguments: [
    (DropInValue(.percent(50)), LightsInterface.Level.percent(50)), (DropInValue(.percent(5), .up), .changePercent(5)),
    (DropInValue(.percent(5), .down), .changePercent(-5)), (DropInValue(.raw(9), .up), .changeRaw(9)),
    (DropInValue(.raw(9), .down), .changeRaw(-9)), (DropInValue(.raw(90_000), .down), .changeRaw(-19_200)),
    (DropInValue(.raw(90_000)), .raw(19_200)),
  ])
  func `shares and steps are left to the daemon`(value: DropInValue, level: LightsInterface.Level) {
    #expect(DropInAim(value, from: .panel).level == level)
  }

  @Test func `on a curve a share is so many steps`() {
    #expect(DropInAim(DropInValue(.percent(50)), from: .panel, exponent: 2).level == .raw(4800))
    #expect(DropInAim(DropInValue(.percent(10), .down), from: .panel, exponent: 2).level == .raw(5443))
    #expect(DropInAim(DropInValue(.raw(50)), from: .panel, exponent: 2).level == .raw(50))
  }

  @Test func `a step that would lead below the minimum leads to it`() {
    let down = DropInValue(.percent(39), .down)

    #expect(DropInAim(down, from: .panel, minimum: 500).level == .raw(500))
    #expect(DropInAim(down, from: .panel, minimum: 5).level == .changePercent(-39))
    #expect(DropInAim(down, from: .panel, minimum: 90_000).level == .raw(19_200))
  }

  @Test func `what is only supposed heeds the floor, unless black is allowed`() {
    let black = DropInValue(.raw(0))

    #expect(DropInAim(black, from: .panel).reading.raw == 192)
    #expect(DropInAim(black, from: .panel, minimum: 0).reading.raw == 0)
    #expect(DropInAim(black, from: .keyboard).reading.raw == 0)
    #expect(DropInAim(black, from: .keyboard, minimum: 1).reading.raw == 1)
  }

  @Test(arguments: [("7680 192 19200\n", 192 as Int?), ("7680 - 19200\n", nil)])
  func `a saved level is a line of three numbers`(text: String, next: Int?) {
    let level = SavedLevel(raw: 7680, next: next, maximum: 19_200)

    #expect(SavedLevel(text: text) == level)
    #expect(level.text == text)
  }

  @Test(arguments: [
    "", "\n", "7680 192 19200", "7680 192\n", "7680 192 19200 1\n", "-1 - 19200\n", "19201 - 19200\n", "a - 1\n",
  ])
  func `what is no saved level is none`(text: String) {
    #expect(SavedLevel(text: text) == nil)
  }
}
