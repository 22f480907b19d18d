import Brightness
import Testing

@Suite struct ScaleTests {
  @Test func `hardware that is linear in light gets the eye's curve, all other none`() {
    #expect(Scale(attribute: "linear") == .perceptual)
    #expect(Scale(attribute: "non-linear") == .linear)
    #expect(Scale(attribute: "unknown") == .linear)
    #expect(Scale(attribute: nil) == .linear)
  }

  @Test(arguments: [(8, 0.008856), (20, 0.029891), (50, 0.184187), (76.069261, 0.5), (100, 1)])
  func `the eye's curve is the lightness of CIE 1976`(lightness: Double, luminance: Double) {
    let raw = range(2_147_483_647, .keyboard, .perceptual).raw(of: percent(lightness))

    #expect(abs(Double(raw) / 2_147_483_647 - luminance) < 0.000001)
  }

  @Test(arguments: Scale.allCases)
  func `the range's ends are the scale's ends`(scale: Scale) {
    for maximum in maxima {
      #expect(range(maximum, .keyboard, scale).raw(of: .nothing) == 0)
      #expect(range(maximum, .keyboard, scale).raw(of: .all) == maximum)
    }
  }
}
