import Model
import Testing

@Suite struct ScaleTests {
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

  @Test(arguments: Scale.allCases)
  func `nothing is raw value 0 and all is the maximum on every scale`(scale: Scale) {
    for maximum in maxima {
      #expect(range(maximum, .keyboard, scale).raw(of: .nothing) == 0)
      #expect(range(maximum, .keyboard, scale).raw(of: .all) == maximum)
    }
  }
}
