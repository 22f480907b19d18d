/// How the steps of a light relate to what an eye sees.
public enum Scale: String, Hashable, Sendable, CaseIterable {
  /// A share of the brightness is the same share of the steps.
  case linear
  /// A share of the brightness is a lightness after CIE 1976, and the steps are the luminance that it takes.
  case perceptual

  /// Reads the kernel's `scale` attribute, which describes the hardware.
  ///
  /// Steps that are linear in light need the eye's curve on top; steps that already follow it must not get it twice. Of all
  /// others nothing is known, and their steps are taken as they are.
  public init(attribute: String?) {
    self = attribute == "linear" ? .perceptual : .linear
  }
}

extension Scale {
  // CIE 1976 in lowest terms: Y = ((25 s + 4) / 29)³ from s = 0.08 on, below it the tangent there, Y = 2700 s / 24389.
  private static let shareOfJoint = 0.08
  private static let slopeBelowJoint = 2700.0 / 24389.0

  /// Each operation is monotone in floating point, hence so is the whole.
  static func luminance(lightness: Double) -> Double {
    if lightness <= shareOfJoint { return lightness * slopeBelowJoint }
    let root = (25 * lightness + 4) / 29
    return root * root * root
  }

  static func lightness(luminance: Double) -> Double {
    if luminance <= shareOfJoint * slopeBelowJoint { return luminance / slopeBelowJoint }
    return (29 * cubeRoot(luminance) - 4) / 25
  }

  /// Newton's method from above, which falls until rounding stops it.
  private static func cubeRoot(_ value: Double) -> Double {
    var root = 1.0
    while true {
      let next = root - (root - value / (root * root)) / 3
      if next >= root { return root }
      root = next
    }
  }
}
