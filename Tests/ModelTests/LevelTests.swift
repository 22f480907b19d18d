import Model
import Testing

@Suite struct LevelTests {
  @Test func `an error is one line with the value found`() {
    #expect("\(LevelError.percentOutOfRange(150))" == "cannot use '150.0': expected a percentage from 0 to 100")
    #expect(
      "\(LevelError.rawOutOfRange(256, maximum: 255))"
        == "cannot set 'raw:256': expected a raw value from 0 to 255 on this light"
    )
  }

  @Test func `the reason alone contains the value found`() {
    #expect(LevelError.percentOutOfRange(150).reason == "expected a percentage from 0 to 100, found 150.0")
    #expect(LevelError.stepOfNothing.reason == "expected a step above zero, found 0")
    #expect(LevelError.rawOutOfRange(256, maximum: 255).reason == "expected a raw value from 0 to 255, found 256")
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
    #expect(throws: LevelError.stepOfNothing) { try Level.change(percent: 0) }
    #expect(throws: LevelError.stepOfNothing) { try Level.change(percent: 0.0000001) }
    #expect(throws: LevelError.stepOfNothing) { try Level.change(raw: 0) }
  }
}
