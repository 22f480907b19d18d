import BrightnessModel

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
  /// What clients were told last of each light for which automatic brightness is on.
  var shownStates: [LightID: AutomaticState] = [:]
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
        due: follower.active?.due
      )
    }
  }
}

/// What happens to automatic brightness, other than calls of clients.
public enum AmbientEvent: Hashable, Codable, Sendable {
  /// What the former daemon had saved, before any light is found.
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
      ambient.followers = record.lights.mapValues(Follower.init)
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
      guard let known = followedLight(id) else { continue }
      fitRule(of: id, to: known)
      ambient.followers[id]?.answer(in: light, known, at: now)
      guard let share = ambient.followers[id]?.adapt(to: light, known, at: now) else { continue }
      turn.value.fade = share > known.level ? .milliseconds(500) : .seconds(2)
      for part in parts(of: id) { change(part) { $0.adapt(to: share) } }
    }
  }

  /// A light that can follow now; nil while its level is not known, or if its configuration forbids
  /// it.
  func followedLight(_ id: LightID) -> FollowedLight? {
    let part = parts(of: id).first { lights[$0]?.isRead == true }
    guard let part, let light = lights[part], let base = light.base else { return nil }
    guard settings.override(part).automatic != false else { return nil }
    return FollowedLight(
      part: part,
      base: base.base,
      range: base.range,
      kind: kind(of: part),
      darkBelow: settings.keyboardIsDarkBelow ?? .usualDarkness
    )
  }
}

/// The end of a turn.
extension Core.State {
  /// Finds base levels that somebody else has changed in this turn.
  mutating func noteBaseLevels() {
    guard !ambient.followers.isEmpty else { return }
    for id in Set(turn.value.lights.map(\.visible)).sorted() {
      guard let following = ambient.followers[id]?.following, let known = followedLight(id) else { continue }
      let isChosen = turn.value.chosen.contains(known.part)
      let isChanged = lights[known.part]?.view?.base.setting.raw != known.base.setting.raw
      let isOwn = following.level.map(known.shows) ?? false
      guard isChosen || isChanged else { continue }
      if !isChosen, isOwn {
        ambient.followers[id]?.withdrawQuestion()
        continue
      }
      turn.value.concernsAmbient = true
      let change = ambientChange(of: known, following)
      ambient.followers[id]?.note(change, known, at: turn.value.moment)
    }
  }

  private func ambientChange(of known: FollowedLight, _ following: Following) -> Follower.Change {
    let isHeld = lights[known.part]?.view?.decider != nil
    switch turn.value.cause {
    case .set, .external:
      if isHeld { return .deviation }
      if turn.value.isWish { return ambient.knowsLight ? .lesson : .deviation }
      return turn.value.cause == .external ? .objection : .deviation
    case .resume, .settings: return .reset
    // The daemon before died on the way from one level to the other.
    case .added where following.isOnTheWay(known.level): return .interrupted
    case .added: return .found
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
    settings.override(id).automatic != false && ambient.followers[id.visible]?.active != nil
  }

  /// Tells the reader of the sensor what is wanted, and saves what the next daemon needs.
  mutating func updateAmbient() {
    guard turn.value.concernsAmbient || !ambient.followers.isEmpty else { return }
    var watch = sensorWatch
    if ambient.watch == nil, watch != nil {
      // Nobody has read the sensor for a while. A lesson of this turn is read at once.
      ambient.room.beginAgain()
      watch = sensorWatch
    }
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
    let followers = ambient.followers.filter { $1.active != nil && followedLight($0) != nil }
    guard !followers.isEmpty else { return nil }
    let isReadingAwaited = followers.contains { awaitsReading($0, $1) }
    let awaitsLesson = followers.values.contains(where: \.awaitsLesson)
    let band = isReadingAwaited ? nil : ambient.room.quietBand
    return SensorWatch(
      quietBand: band.map { $0.lowerBound.illuminance...$0.upperBound.highestIlluminance },
      pace: awaitsLesson ? AdoptedLight.quickPace : ambient.room.pace,
      due: followers.values.compactMap { $0.active?.due }.min()
    )
  }

  /// Whether the next reading changes something, whatever it is.
  private func awaitsReading(_ id: LightID, _ follower: Follower) -> Bool {
    guard let following = follower.active, let known = followedLight(id) else { return false }
    if following.question != nil { return true }
    guard let light = ambient.room.light, following.due == nil else { return false }
    return follower.isBehind(in: light, known)
  }

  /// Whether nobody is at the seat, or another user than the one whose daemon this is.
  private var isSeatLeft: Bool {
    if let user = settings.user { return seat.suspends(user) }
    return seat.active == nil && !seat.users.isEmpty
  }
}
