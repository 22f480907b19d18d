import BrightnessControl
import BrightnessModel

let panel = LightID(.backlight, "panel")
let monitor = LightID(.ddc, "monitor")

extension LightsInterface.Light {
  /// A light that shows its base level, or what a session holds.
  static func sample(
    _ id: LightID,
    level: Double = 50,
    session: Int? = nil
  ) -> LightsInterface.Light {
    LightsInterface.Light(
      id: id.description,
      kind: id.subsystem == .ddc ? .monitor : .panel,
      raw: Int(level),
      maximum: 100,
      level: level,
      base: 50,
      baseRaw: 50,
      floor: 5,
      state: session == nil ? .free : .held,
      session: session,
      scene: session.map { _ in 1 }
    )
  }
}
