/// What the person who owns the machine has said about its lights.
public struct LightSettings: Hashable, Sendable {
  /// LEDs that are lights too, besides the keyboards'.
  public var indicators: Set<String>
  /// The lights that are the panel, whatever the rules say; where none of them is there, the rules count.
  public var panels: Set<LightID>
  /// Lights to leave alone.
  public var ignored: Set<LightID>
  /// What lights are, where that is not what they are taken for.
  public var kinds: [LightID: LightKind]

  public init(
    indicators: Set<String> = [],
    panels: Set<LightID> = [],
    ignored: Set<LightID> = [],
    kinds: [LightID: LightKind] = [:]
  ) {
    self.indicators = indicators
    self.panels = panels
    self.ignored = ignored
    self.kinds = kinds
  }

  func kind(of light: LightFacts) -> LightKind { kinds[light.id] ?? light.kind }

  /// Whether a device of the two subsystems is a light at all.
  func covers(_ id: LightID) -> Bool {
    id.subsystem == .backlight || id.isKeyboard || indicators.contains(id.name)
  }
}
