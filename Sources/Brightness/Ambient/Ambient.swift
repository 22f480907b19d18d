import Model

/// Automatic brightness: the base levels of lights follow the light in the room.
///
/// A reading of the sensor is an action. `AdoptedLight` decides which light the levels follow, and
/// each `Follower` what that makes of its light. A base level that neither gave is somebody else's
/// choice, which `noteBaseLevels` finds at the end of each turn, whatever its way into the core
/// was. It is answered at the next reading: a lesson for the curve, or an offset from it.
///
/// There is no timer. What has to wait is due with a reading, which `SensorWatch` asks for.
public struct Ambient: Equatable, Sendable {
  public internal(set) var sensor = SensorState.unknown
  var room = AdoptedLight()
  /// By the ids that clients see.
  var followers: [LightID: Follower] = [:]
  /// What the reader was told last.
  var watch: SensorWatch?
  /// What was saved last.
  var record = AmbientRecord()

  init() {}

  public enum SensorState: Hashable, Sendable {
    /// Nobody has looked for one yet.
    case unknown
    case missing(String)
    case working(LightSensor)
    /// It is not read while the panel is off.
    case covered(LightSensor)
    case failing(LightSensor, String)

    public var sensor: LightSensor? {
      switch self {
      case .unknown, .missing: nil
      case .working(let sensor), .covered(let sensor), .failing(let sensor, _): sensor
      }
    }
  }

  /// The light in the room that levels follow; nil before the first readings agree.
  public var light: AmbientLight? { room.light }

  /// The light in the room may be any from now on. A lesson that waits becomes a deviation, since
  /// the light in which it was set is unknown.
  mutating func beginAgain() {
    room.beginAgain()
    for id in Array(followers.keys) { followers[id]?.forgetLesson() }
  }

  /// Whether the light in the room is known now.
  var knowsLight: Bool {
    if case .working = sensor { room.light != nil } else { false }
  }
}

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

/// A light that follows, or has learned something, as clients see it.
public struct FollowingView: Hashable, Identifiable, Sendable {
  public let id: LightID
  public let mode: FollowerRecord.Mode
  public let rule: AmbientRule
  public let offset: AmbientOffset?
  /// When a change that has to wait is tried.
  public let due: Moment?
}

extension Core.State {
  /// In the order of their names.
  public var followingLights: [FollowingView] { ambient.followers.keys.sorted().compactMap(followingView) }

  public func followingView(of light: LightID) -> FollowingView? {
    ambient.followers[light.visible].map { follower in
      FollowingView(
        id: light.visible,
        mode: settings.override(light).automatic == false ? .off : FollowerRecord(follower).mode,
        rule: follower.rule,
        offset: follower.following?.offset,
        due: follower.due
      )
    }
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
  init(_ record: FollowerRecord, _ allowance: Allowance) {
    rule = record.rule
    var following = Following(allowance: allowance)
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

/// What happens to automatic brightness, other than calls of clients.
public enum AmbientEvent: Hashable, Codable, Sendable {
  /// What the daemon before had saved, before any light is found.
  case restored(AmbientRecord)
  case sensor(SensorEvent)
}

extension Core.State {
  mutating func apply(_ event: AmbientEvent) {
    turn.value.cause = .ambient
    turn.value.concernsAmbient = true
    switch event {
    case .restored(let record):
      ambient.room = AdoptedLight(former: record.room)
      ambient.record = record
      ambient.followers = [:]
      for (id, light) in record.lights {
        // Its kind is not known yet. Nothing was used up before the start.
        let allowance = Follower.allowance(for: id.subsystem == .ddc ? .monitor : .panel)
        ambient.followers[id] = Follower(light, allowance)
      }
    case .sensor(.found(let sensor)):
      if ambient.sensor.sensor != sensor { ambient.beginAgain() }
      ambient.sensor = .working(sensor)
    case .sensor(.missing(let reason)):
      ambient.sensor = .missing(reason)
      ambient.beginAgain()
    case .sensor(.panelIsOff):
      guard let sensor = ambient.sensor.sensor else { return }
      ambient.sensor = .covered(sensor)
      ambient.beginAgain()
    case .sensor(.fails(let reason)):
      guard let sensor = ambient.sensor.sensor else { return }
      ambient.sensor = .failing(sensor, reason)
      ambient.beginAgain()
    case .sensor(.read(let illuminance, let now)):
      guard let sensor = ambient.sensor.sensor else { return }
      ambient.sensor = .working(sensor)
      applyReading(AmbientLight(illuminance), at: now)
    }
  }

  private mutating func applyReading(_ reading: AmbientLight, at now: Moment) {
    if ambient.followers.contains(where: { $1.awaitsLesson && followedLight($0) != nil }) {
      // The user has set a level in this light, whatever it was before.
      ambient.room.adopt(reading)
    } else {
      _ = ambient.room.note(reading, at: now)
    }
    guard let light = ambient.room.light else { return }
    for id in ambient.followers.keys.sorted() {
      guard let known = followedLight(id)?.1 else { continue }
      fitRule(of: id, to: known)
      ambient.followers[id]?.answer(in: light, known, at: now)
      guard let share = ambient.followers[id]?.adapt(to: light, known, at: now) else { continue }
      turn.value.fade = share > known.level ? .milliseconds(500) : .seconds(2)
      for part in parts(of: id) { change(part) { $0.adapt(to: share) } }
    }
  }

  /// A light that can follow now, with the part that decides for all parts of a keyboard: nil while
  /// its level is not known, or if its configuration forbids it.
  func followedLight(_ id: LightID) -> (part: LightID, FollowedLight)? {
    let part = parts(of: id).first { lights[$0]?.isRead == true }
    guard let part, let light = lights[part], let base = light.base else { return nil }
    guard settings.override(part).automatic != false else { return nil }
    let known = FollowedLight(
      base: base.base,
      range: base.range,
      kind: kind(of: part),
      darkBelow: settings.keyboardIsDarkBelow ?? .usualDarkness
    )
    return (part, known)
  }
}

/// The end of a turn.
extension Core.State {
  /// Finds base levels that somebody else has changed in this turn.
  mutating func noteBaseLevels() {
    guard !ambient.followers.isEmpty else { return }
    for id in Set(turn.value.lights.map(\.visible)).sorted() {
      guard let following = ambient.followers[id]?.following, let (part, known) = followedLight(id) else { continue }
      let isChosen = turn.value.chosen.contains(part)
      let isChanged = lights[part]?.view?.base.setting.raw != known.base.setting.raw
      let isOwn = following.level.map(known.shows) ?? false
      guard isChosen || isChanged && !isOwn else { continue }
      turn.value.concernsAmbient = true
      let change = ambientChange(of: part, known, following)
      ambient.followers[id]?.note(change, known, at: turn.value.moment)
    }
  }

  private func ambientChange(of part: LightID, _ known: FollowedLight, _ following: Following) -> Follower.Change {
    let isHeld = lights[part]?.view?.decider != nil
    switch turn.value.cause {
    case .set, .external:
      if isHeld { return .deviation }
      if turn.value.isWish { return ambient.knowsLight ? .lesson : .deviation }
      return turn.value.cause == .external ? .objection : .deviation
    case .resume, .settings: return .reset
    // The daemon before died on the way from one level to the other.
    case .added where following.isOnTheWay(known.level): return .reset
    default: return .deviation
    }
  }

  /// Notes that a light has got where it was on the way to.
  mutating func noteArrival(of id: LightID, at raw: Int) {
    guard ambient.followers[id.visible]?.following?.formerLevel != nil, lights[id]?.base?.base.setting.raw == raw else {
      return
    }
    turn.value.concernsAmbient = true
    ambient.followers[id.visible]?.noteArrival()
  }

  /// Whether a light follows as soon as its level is known.
  func willFollow(_ id: LightID) -> Bool {
    guard settings.override(id).automatic != false, case .on? = ambient.followers[id.visible]?.mode else {
      return false
    }
    return true
  }

  /// Tells the reader of the sensor what is wanted, and saves what the next daemon needs.
  mutating func updateAmbient() {
    guard turn.value.concernsAmbient || !ambient.followers.isEmpty else { return }
    // While nothing followed nobody read the sensor. A lesson of this turn is read at once.
    if ambient.watch == nil, sensorWatch != nil { ambient.room.beginAgain() }
    let watch = sensorWatch
    if watch != ambient.watch {
      ambient.watch = watch
      turn.value.output.sensorWatch = .some(watch)
    }
    let record = AmbientRecord(room: ambient.room.last, lights: ambient.followers.mapValues(FollowerRecord.init))
    if record != ambient.record {
      ambient.record = record
      turn.value.output.ambientRecord = record
    }
  }

  /// Nil while the sensor need not be read.
  private var sensorWatch: SensorWatch? {
    if isSeatLeft { return nil }
    let following = ambient.followers.compactMap { id, follower -> (Follower, FollowedLight)? in
      guard case .on = follower.mode, let known = followedLight(id)?.1 else { return nil }
      return (follower, known)
    }
    guard !following.isEmpty else { return nil }
    let awaitsReading = following.contains { follower, known in
      guard let light = ambient.room.light else { return follower.hasQuestion }
      let isDue = follower.following?.due != nil
      return follower.hasQuestion || !isDue && follower.isBehind(in: light, known)
    }
    let awaitsLesson = following.contains { $0.0.awaitsLesson }
    let band = awaitsReading ? nil : ambient.room.quietBand
    return SensorWatch(
      quietBand: band.map { $0.lowerBound.illuminance...$0.upperBound.highestIlluminance },
      pace: awaitsLesson ? AdoptedLight.quickPace : ambient.room.pace,
      due: following.compactMap { $0.0.due }.min { $1 - $0 > .zero }
    )
  }

  /// Whether nobody is at the seat, or another user than the one whose daemon this is.
  private var isSeatLeft: Bool {
    if let user = settings.user { return seat.suspends(user) }
    return seat.active == nil && !seat.users.isEmpty
  }
}

extension Following {
  /// Whether a level lies between that before the last adaptation and the one that it gave.
  fileprivate func isOnTheWay(_ share: Share) -> Bool {
    guard let level, let formerLevel else { return false }
    return (min(level, formerLevel)...max(level, formerLevel)).contains(share)
  }
}

extension Follower {
  fileprivate var due: Moment? {
    if case .on(let following) = mode { following.due } else { nil }
  }
}
