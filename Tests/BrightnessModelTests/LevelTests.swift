import BrightnessModel
import Testing

@Suite struct LevelTests {
  @Test func `an error, and its reason alone, is one line with the value found`() {
    let outOfRange = LevelError.rawOutOfRange(256, maximum: 255)

    #expect("\(LevelError.percentOutOfRange(150))" == "cannot use '150.0': expected a percentage from 0 to 100")
    #expect("\(outOfRange)" == "cannot set 'raw:256': expected a raw value from 0 to 255 on this light")
    #expect(outOfRange.reason == "expected a raw value from 0 to 255, found 256")
    #expect(LevelError.zeroStep.reason == "expected a step above zero, found 0")
  }

  @Test(arguments: [
    (Share.nothing, "0"), (.all, "1"), (percent(60), "0.6"), (Share(units: 1), "0.000000000000000001"),
    (Share(units: 377_358_490_566_037_735), "0.377358490566037735"),
  ])
  func `a share is written with all decimals and parsed back`(share: Share, text: String) {
    #expect(share.exactText == text)
    #expect(Share(exactText: text) == share)
  }

  @Test(arguments: [
    "", ".", "0.", ".6", "0.60", "00.6", "1.0", "1.1", "2", "-0.6", "+0.6", "0,6", "0.6 ", " 0.6", "0.+6", "6e-1", "٠",
    "0.0000000000000000001", "18446744073709551616",
  ])
  func `a share in another form is nil`(text: String) {
    #expect(Share(exactText: text) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -0.1, 100.1, .greatestFiniteMagnitude])
  func `a number outside 0 to 100 is refused as a percentage`(number: Double) {
    #expect(throws: LevelError.self) { try Share(percent: number) }
    #expect(throws: LevelError.self) { try Level.change(percent: number * 2000) }
  }

  @Test func `a relative change becomes a step up or down`() throws {
    #expect(try Level.change(percent: 5.5) == .up(.share(percent(5.5))))
    #expect(try Level.change(percent: -5) == .down(.share(percent(5))))
    #expect(try Level.change(raw: .min) == .down(.raw(.max)))
    #expect(throws: LevelError.zeroStep) { try Level.change(percent: 0) }
    #expect(throws: LevelError.zeroStep) { try Level.change(percent: 0.0000001) }
    #expect(throws: LevelError.zeroStep) { try Level.change(raw: 0) }
  }
}
