import BrightnessModel
import Testing

@Suite struct AmbientLightTests {
  @Test(arguments: [(0, 0), (4, 64), (12, 128), (300, 396), (1000, 509), (20_000, 782), (200_000, 993)])
  func `a stop has 64 steps, and begins with 4 lux`(lux: Int, steps: Int) {
    #expect(AmbientLight(Illuminance(lux: lux)).steps == steps)
  }

  @Test func `each place on the scale has a least illuminance`() {
    for steps in 0...AmbientLight.brightest.steps {
      let light = AmbientLight(steps: steps)
      let least = light.illuminance

      #expect(AmbientLight(least) == light)
      #expect(steps == 0 || AmbientLight(Illuminance(millilux: least.millilux - 1)) < light)
    }
  }

  @Test(arguments: [Int.min, -1, 0]) func `a value below 0 counts as none`(value: Int) {
    #expect(Illuminance(millilux: value) == Illuminance(millilux: 0))
    #expect(AmbientLight(steps: value).steps == 0)
  }

  @Test(arguments: [200_000, 200_001, 9_223_372_036_854_775, Int.max])
  func `a value above 200,000 lux counts as that`(lux: Int) {
    #expect(Illuminance(lux: lux) == .brightest)
    #expect(AmbientLight(steps: lux) == .brightest)
  }
}
