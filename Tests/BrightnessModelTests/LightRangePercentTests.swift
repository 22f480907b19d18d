import BrightnessModel
import Guarantees
import Testing

@Suite(.tags(.honestPercent)) struct LightRangePercentTests {
  @Test(arguments: ranges([.panel, .monitor]).map { ($0, 1) } + ranges([.keyboard, .indicator]).map { ($0, 0) })
  func `every whole percentage from the floor up that is set reads back unchanged`(
    range: LightRange,
    floor: Int
  ) throws {
    for whole in 0...100 {
      let reached = try range.outcome(of: .share(percent(Double(whole))), from: range.setting(raw: range.maximum))

      #expect(reached.share.percent == Double(max(floor, whole)))
      #expect(reached.raw == range.raw(of: reached.share))
    }
  }

  @Test(arguments: ranges())
  func `the share of a raw value leads back to it`(range: LightRange) {
    let lost = rawValues(of: range).filter { range.raw(of: range.share(of: $0)) != $0 }

    #expect(lost.isEmpty)
  }

  @Test(arguments: ranges())
  func `a greater share is never a lower raw value`(range: LightRange) {
    let steps = (0...1000).map { range.raw(of: percent(Double($0) / 10)) }

    #expect(zip(steps, steps.dropFirst()).allSatisfy(<=))
    #expect(steps.first == 0)
    #expect(steps.last == range.maximum)
  }

  @Test(arguments: ranges())
  func `a greater raw value is always a greater share`(range: LightRange) {
    let shares = rawValues(of: range).map { range.share(of: $0) }

    #expect(zip(shares, shares.dropFirst()).allSatisfy(<))
    #expect(shares.first == Share.nothing)
    #expect(shares.last == Share.all)
  }

  @Test(arguments: [0.000001, 0.1, 33.3, 50.5, 66.666667, 99.999999])
  func `a percentage of six decimals is kept exactly`(percent: Double) throws {
    #expect(try Share(percent: percent).percent == percent)
    #expect("\(try Share(percent: percent))" == (percent == 0.000001 ? "0.000001%" : "\(percent)%"))
  }

  @Test func `only hardware with linear scale gets the perceptual curve`() {
    #expect(Scale(attribute: "linear") == .perceptual)
    #expect(Scale(attribute: "non-linear") == .linear)
    #expect(Scale(attribute: "unknown") == .linear)
    #expect(Scale(attribute: "other") == nil)
  }

  @Test(arguments: [(8, 0.008856), (20, 0.029891), (50, 0.184187), (76.069261, 0.5), (100, 1)])
  func `the perceptual scale is the lightness of CIE 1976`(lightness: Double, luminance: Double) {
    let raw = range(2_147_483_647, .keyboard, .perceptual).raw(of: percent(lightness))

    #expect(abs(Double(raw) / 2_147_483_647 - luminance) < 0.000001)
  }

  @Test func `the greatest range does not overflow`() throws {
    let widest = range(2_147_483_647, .keyboard)

    #expect(widest.setting(percent(100)).raw == 2_147_483_647)
    #expect(widest.setting(percent(50)).raw == 1_073_741_824)
    let up = try widest.outcome(of: .up(.raw(.max)), from: widest.setting(raw: 1))
    let down = try widest.outcome(of: .down(.raw(.max)), from: widest.setting(raw: 1))
    #expect(up.raw == 2_147_483_647)
    #expect(down.raw == 0)
  }

  @Test(arguments: [0, -1, 2_147_483_648, Int.max, Int.min])
  func `a range with an impossible maximum is nil`(maximum: Int) {
    #expect(LightRange(maximum: maximum, scale: .linear, kind: .panel) == nil)
  }
}
