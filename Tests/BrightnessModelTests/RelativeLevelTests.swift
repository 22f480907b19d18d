import Guarantees
import Testing

@testable import BrightnessModel

@Suite(.tags(.honestPercent)) struct RelativeLevelTests {
  @Test(arguments: ranges())
  func `a step of 1% moves by at least one raw value unless the light is at its maximum or its floor`(
    range: LightRange
  ) throws {
    let wrong = try rawValues(of: range).filter { raw in
      let up = try range.outcome(of: .up(.share(percent(1))), from: range.setting(raw: raw)).raw
      let down = try range.outcome(of: .down(.share(percent(1))), from: range.setting(raw: raw)).raw
      return (raw < range.maximum ? up <= raw : up != raw) || (raw > range.floor ? down >= raw : down > raw)
    }

    #expect(wrong.isEmpty)
  }

  @Test(arguments: ranges(), [Level.up(.share(percent(1))), .down(.share(percent(1)))])
  func `steps of 1% cover the whole range in at most 100 steps`(range: LightRange, step: Level) throws {
    let upwards = step == .up(.share(percent(1)))
    var now = range.setting(raw: upwards ? 0 : range.maximum)
    var steps = 0

    while case let next = try range.outcome(of: step, from: now), next.raw != now.raw, steps <= 100 {
      now = next
      steps += 1
    }

    #expect(steps <= 100)
    #expect(now.raw == (upwards ? range.maximum : range.floor))
  }

  @Test(arguments: ranges())
  func `a step to a share with its own raw value is reported exactly`(range: LightRange) throws {
    let forty = try range.outcome(of: .share(percent(40)), from: range.setting(raw: 0))
    guard range.raw(of: percent(45)) > forty.raw else { return }

    let up = try range.outcome(of: .up(.share(percent(5))), from: forty)

    #expect(up.share.percent == 45)
  }

  @Test func `a step that was extended to one raw value is reported as the share of that value`() throws {
    let forced = try range(7).outcome(of: .up(.share(percent(1))), from: range(7).setting(percent(37)))

    #expect(forced.raw == 4)
    #expect("\(forced.share)" == "57.142857%")
  }

  @Test func `a share is shown rounded to six decimals`() {
    #expect("\(range(7).setting(raw: 3).share)" == "42.857143%")
  }

  @Test func `a raw step moves by its number of raw values`() throws {
    let now = range(19200).setting(raw: 1000)

    #expect(try range(19200).outcome(of: .up(.raw(1)), from: now).raw == 1001)
    #expect(try range(19200).outcome(of: .down(.raw(1)), from: now).raw == 999)
    #expect(try range(19200).outcome(of: .raw(1234), from: now).raw == 1234)
  }

  @Test func `a step up from below the floor reaches the floor, and a step down does not brighten`() throws {
    let below = range(19200).setting(raw: 5)

    #expect(try range(19200).outcome(of: .up(.raw(1)), from: below).raw == 192)
    #expect(try range(19200).outcome(of: .down(.share(percent(1))), from: below) == below)
  }

  @Test func `a raw value above the maximum is refused`() {
    #expect(throws: LevelError.rawOutOfRange(256, maximum: 255)) {
      try range(255).outcome(of: .raw(256), from: range(255).setting(raw: 0))
    }
  }
}
