import BrightnessModel

/// What the light in the room makes of one light's level.
public enum AmbientRule: Hashable, Codable, Sendable {
  case curve(AmbientCurve)
  /// A keyboard has one level for a dark room and another one for a light room.
  case keyboard(KeyboardLevels)
}

public struct KeyboardLevels: Hashable, Codable, Sendable {
  public enum Room: String, Hashable, Codable, Sendable { case dark, light }

  public internal(set) var dark: Share
  public internal(set) var light: Share

  /// Half of the light in the dark where the user has it off now, and none in a light room.
  init(now level: Share) {
    dark = level > .nothing ? level : Share(units: Share.unitsOfAll / 2)
    light = .nothing
  }

  public init(dark: Share, light: Share) {
    self.dark = dark
    self.light = light
  }

  subscript(room: Room) -> Share {
    get {
      switch room {
      case .dark: dark
      case .light: light
      }
    }
    set {
      switch room {
      case .dark: dark = newValue
      case .light: light = newValue
      }
    }
  }
}

extension KeyboardLevels {
  /// Above this light a room that was dark is light again.
  public static func lightAbove(darkBelow dark: Illuminance) -> Illuminance {
    Illuminance(millilux: dark.millilux * 5 / 2)
  }
}

extension Illuminance {
  /// A room that is darker is dark to keyboards, where no other light is configured.
  public static let usualDarkness = Illuminance(lux: 10)
}

extension KeyboardLevels.Room {
  /// The room is light again at two and a half times the light below which it is dark. Between the
  /// two it stays what it was; a room that was neither before is light.
  init(in light: AmbientLight, darkBelow dark: Illuminance, before: Self?) {
    if light < AmbientLight(dark) {
      self = .dark
    } else if light > AmbientLight(KeyboardLevels.lightAbove(darkBelow: dark)) {
      self = .light
    } else {
      self = before ?? .light
    }
  }
}

/// How far a light is from its curve because somebody set its level who did not mean the curve,
/// such as another program. It wears off where the light in the room is another one.
public struct AmbientOffset: Hashable, Codable, Sendable {
  /// Where nothing of it is left: four stops away.
  private static let reach = 4 * AmbientLight.stop

  /// In the units of `Share`, below zero for a darker level.
  public let units: Int64
  /// The light in the room in which it was made.
  public let light: AmbientLight

  public init(units: Int64, light: AmbientLight) {
    self.units = units
    self.light = light
  }

  /// Nil where the level is the curve's own.
  init?(from share: Share, to level: Share, in light: AmbientLight) {
    if share == level { return nil }
    self.init(units: Int64(level.units) - Int64(share.units), light: light)
  }

  func applied(to share: Share, in light: AmbientLight) -> Share {
    let left = max(0, Self.reach - light.distance(to: self.light))
    let moved = Int128(share.units) + Int128(units) * Int128(left) / Int128(Self.reach)
    return Share(units: UInt64(min(max(moved, 0), Int128(Share.unitsOfAll))))
  }
}
