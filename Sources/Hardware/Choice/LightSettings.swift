/// What the person who owns the machine has said about its lights.
public struct LightSettings: Hashable, Sendable {
  /// LEDs that are lights too, besides the keyboards'.
  public var indicators: Set<String>
  /// The lights that are the panel, whatever the rules say; where none of them is there, the rules count.
  public var panels: Set<LightID>
  /// Lights to leave alone.
  public var ignored: Set<LightID>

  public init(indicators: Set<String> = [], panels: Set<LightID> = [], ignored: Set<LightID> = []) {
    self.indicators = indicators
    self.panels = panels
    self.ignored = ignored
  }

  /// Whether a device of the two subsystems is a light at all.
  func covers(_ id: LightID) -> Bool {
    id.subsystem == .backlight || id.isKeyboard || indicators.contains(id.name)
  }
}
