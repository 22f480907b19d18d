import BrightnessModel

/// What is kept for the next start of the daemon.
public struct AmbientRecord: Hashable, Codable, Sendable {
  /// The light in the room that the levels stand for.
  public var room: AmbientLight?
  public var lights: [LightID: FollowerRecord] = [:]

  public init(room: AmbientLight? = nil, lights: [LightID: FollowerRecord] = [:]) {
    self.room = room
    self.lights = lights
  }
}

public struct FollowerRecord: Hashable, Codable, Sendable {
  public enum Mode: Hashable, Codable, Sendable {
    case off, on
    case paused(AmbientPause)
  }

  public var mode: Mode
  public var rule: AmbientRule
  /// The base level, and that before the last adaptation, which may not have arrived.
  public var level: Share?
  public var formerLevel: Share?
  public var light: AmbientLight?
  /// What the room was to a keyboard.
  public var room: KeyboardLevels.Room?
  public var offset: AmbientOffset?

  public init(
    mode: Mode,
    rule: AmbientRule,
    level: Share? = nil,
    formerLevel: Share? = nil,
    light: AmbientLight? = nil,
    room: KeyboardLevels.Room? = nil,
    offset: AmbientOffset? = nil
  ) {
    self.mode = mode
    self.rule = rule
    self.level = level
    self.formerLevel = formerLevel
    self.light = light
    self.room = room
    self.offset = offset
  }
}

extension FollowerRecord {
  init(_ follower: Follower) {
    let mode: Mode =
      switch follower.mode {
      case .off: .off
      case .on: .on
      case .paused(let pause, _): .paused(pause)
      }
    let following = follower.following
    self.init(
      mode: mode,
      rule: follower.rule,
      level: following?.level,
      formerLevel: following?.formerLevel,
      light: following?.light,
      room: following?.room,
      offset: following?.offset
    )
  }
}

extension Follower {
  init(_ record: FollowerRecord) {
    rule = record.rule
    var following = Following()
    if let level = record.level {
      following.question = nil
      following.level = level
    }
    following.formerLevel = record.formerLevel
    following.light = record.light
    following.room = record.room
    following.offset = record.offset
    mode =
      switch record.mode {
      case .off: .off
      case .on: .on(following)
      case .paused(let pause): .paused(pause, following)
      }
  }
}
