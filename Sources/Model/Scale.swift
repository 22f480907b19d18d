/// Relation between a light's raw values and perceived brightness.
public enum Scale: String, Hashable, Codable, Sendable, CaseIterable {
  /// A share of the brightness is the same share of the raw values.
  case linear
  /// A share of the brightness is a CIE 1976 lightness; raw values are the luminance for it.
  case perceptual

  /// The scale to use for the kernel's `scale` attribute, which describes the hardware; nil for a word that no kernel has.
  ///
  /// Raw values that are linear in light need the perceptual curve on top. The kernel says "non-linear" where the hardware
  /// applies such a curve itself, and most drivers say "unknown": a second curve would be wrong there.
  public init?(attribute: String) {
    switch attribute {
    case "linear": self = .perceptual
    case "non-linear", "unknown": self = .linear
    default: return nil
    }
  }

  // CIE 1976 in lowest terms: Y = ((25 s + 4) / 29)³ from s = 0.08 on, below it the tangent there, Y = 2700 s / 24389.
  private static let shareOfJoint = 0.08
  private static let slopeBelowJoint = 2700.0 / 24389.0

  // Built from operations that are monotone in floating point, so that more of a share is never a lower raw value. No libm:
  // its results differ between versions, and a share must lead to the same raw value everywhere.
  static func luminance(lightness: Double) -> Double {
    if lightness <= shareOfJoint { return lightness * slopeBelowJoint }
    let root = (25 * lightness + 4) / 29
    return root * root * root
  }

  static func lightness(luminance: Double) -> Double {
    if luminance <= shareOfJoint * slopeBelowJoint { return luminance / slopeBelowJoint }
    return (29 * cubeRoot(luminance) - 4) / 25
  }

  /// Newton's method from above; ends when rounding stops the descent.
  private static func cubeRoot(_ value: Double) -> Double {
    var root = 1.0
    while true {
      let next = root - (root - value / (root * root)) / 3
      if next >= root { return root }
      root = next
    }
  }
}
