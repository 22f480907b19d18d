import ControlAPI
import Glibc

/// What brightnessctl says of a light.
struct DropInReading: Sendable, Hashable {
  let name: String
  let subsystem: String
  let raw: Int
  let maximum: Int
  /// In whole numbers, which is what those that read it understand; a light that is not off is never at 0.
  let percent: Int

  /// What the light shows.
  init(of light: LightsInterface.Light, _ exponent: Double?) {
    self.init(light, light.raw, light.level, exponent)
  }

  /// What the person wants of it.
  init(ofBaseOf light: LightsInterface.Light, _ exponent: Double?) {
    self.init(light, light.baseRaw, light.base, exponent)
  }

  private init(_ light: LightsInterface.Light, _ raw: Int, _ percent: Double, _ exponent: Double?) {
    name = light.kernelName
    subsystem = light.subsystem
    self.raw = raw
    maximum = light.maximum
    let shown = exponent.map { pow(Double(raw) / Double(light.maximum), 1 / $0) * 100 } ?? percent
    self.percent = Swift.max(Int(shown.rounded()), raw > 0 ? 1 : 0)
  }

  /// For people; an empty line ends it.
  var lines: [String] {
    [
      "Device '\(name)' of class '\(subsystem)':", "\tCurrent brightness: \(raw) (\(percent)%)",
      "\tMax brightness: \(maximum)", "",
    ]
  }

  /// For programs.
  var inOneLine: String { "\(name),\(subsystem),\(raw),\(percent)%,\(maximum)" }
}

extension LightsInterface.Light {
  /// The light as it would be at one of its steps.
  func supposedly(at raw: Int) -> LightsInterface.Light {
    var light = self
    let share = Double(raw) / Double(maximum) * 100
    (light.raw, light.baseRaw, light.level, light.base) = (raw, raw, share, share)
    return light
  }
}
