import BrightnessModel
import Testing

@Suite struct OtherRangeTests {
  @Test(arguments: maxima)
  func `the same maximum keeps the raw value`(maximum: Int) {
    let before = range(maximum, .panel, .linear)
    let after = range(maximum, .panel, .perceptual)

    for raw in rawValues(of: before) {
      #expect(after.setting(before.setting(raw: raw), from: before).raw == raw)
    }
  }

  @Test(arguments: [
    (255, 128, 65535, 32896), (65535, 32896, 255, 128), (100, 1, 7, 1), (7, 7, 96000, 96000), (3, 0, 255, 0),
  ])
  func `another maximum keeps the share`(maximum: Int, raw: Int, other: Int, expected: Int) {
    let moved = range(other).setting(range(maximum).setting(raw: raw), from: range(maximum))

    #expect(moved.raw == expected)
  }

  @Test(arguments: Scale.allCases)
  func `a requested share survives any number of range changes`(scale: Scale) {
    var now = range(7)
    var setting = now.setting(percent(37))

    for maximum in maxima {
      let next = range(maximum, .panel, scale)
      setting = next.setting(setting, from: now)
      now = next
    }

    #expect(setting.share.percent == 37)
  }
}
