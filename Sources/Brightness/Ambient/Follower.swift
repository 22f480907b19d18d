import BrightnessModel

/// A light that follows the light in the room, or did until it was turned off.
struct Follower: Hashable, Sendable {
  /// Kept while it is off, since the user has taught it.
  var rule: AmbientRule
  var mode: Mode

  enum Mode: Hashable, Sendable {
    case off
    case on(Following)
    case paused(AmbientPause, Following)
  }
}

/// Why a light does not follow although automatic brightness is on for it.
public enum AmbientPause: String, Hashable, Codable, Sendable {
  /// Somebody switched it off: it is below its floor. It lasts until it gets another level.
  case switchedOff
  /// Another program fights with us: it took back three adaptations, or has changed the level all
  /// the time. It lasts until the user turns automatic brightness on again.
  case otherProgram
}

/// How a light follows.
struct Following: Hashable, Sendable {
  /// The base level that the light got from its rule or that was taken over. A base level that is
  /// another one was changed by somebody else.
  var level: Share?
  /// The base level before the last adaptation. A daemon that died on the way finds the light
  /// between the two.
  var formerLevel: Share?
  /// The light in the room that `level` stands for.
  var light: AmbientLight?
  /// Which of a keyboard's levels it has; nil for screens.
  var room: KeyboardLevels.Room?
  var offset: AmbientOffset?
  /// What the next reading decides.
  var question: Question? = .beginning
  var episode: Episode?
  var allowance = Allowance()
  var lastAdaptation: Moment?
  /// When an adaptation that has to wait is tried again.
  var due: Moment?
  /// When other programs changed the level, and when that took back an adaptation.
  var programChanges: [Moment] = []
  var objections: [Moment] = []

  /// Something that has to be known together with the light in the room.
  enum Question: Hashable, Sendable {
    /// It was turned on: which light does its level stand for?
    case beginning
    /// The user has set a level: in which light? `from` is the level before.
    case lesson(from: Share?, since: Moment)
    /// The light came with another level than it had before. Until this moment systemd may still
    /// restore the former one; the first reading sets it.
    case found(until: Moment?)
    /// It got a level that is no wish for this light.
    case deviation
    /// Another program has set one, perhaps against an adaptation.
    case objection
  }

  /// Lessons in quick succession count as one, since a user tries levels before one is right.
  struct Episode: Hashable, Sendable {
    /// The rule, the offset and the level before the first lesson.
    let rule: AmbientRule
    let offset: AmbientOffset?
    let level: Share?
    /// The last one, and the light in the room.
    var last: Moment
    var light: AmbientLight
  }
}

/// What is known of a light when its follower decides.
struct FollowedLight {
  /// The light of the core that decides, if clients see several LEDs as one.
  let part: LightID
  let base: Base
  let range: LightRange
  let kind: LightKind
  /// Below this a room is dark to a keyboard.
  let darkBelow: Illuminance

  var level: Share { base.setting.share }

  /// Whether two levels look the same on the light.
  func shows(_ share: Share) -> Bool { range.raw(of: share) == base.setting.raw }
}

extension Follower {
  /// Lessons that follow one another within this time are one.
  private static let episode = Duration.seconds(60)
  /// A monitor has few writes in its life.
  private static let monitorInterval = Duration.seconds(60)
  /// A sensor that takes longer to answer does not say in which light the level was set.
  private static let longestQuestion = Duration.seconds(10)
  /// systemd-backlight writes its saved level soon after a light has come, on a slow machine
  /// seconds after the daemon has found another one.
  private static let longestSystemRestore = Duration.seconds(10)
  /// A change by another program so soon after an adaptation takes it back.
  private static let objectionTime = Duration.seconds(30)
  /// So many within `memory` pause.
  private static let mostObjections = 3
  private static let mostProgramChanges = 20
  private static let memory = Duration.seconds(600)

  private static func mostAtOnce(_ kind: LightKind) -> Int { kind == .monitor ? 12 : 20 }

  var following: Following? {
    switch mode {
    case .off: nil
    case .on(let following), .paused(_, let following): following
    }
  }

  /// Nil while it is off or paused.
  var active: Following? { if case .on(let following) = mode { following } else { nil } }

  /// What the room is to a keyboard.
  private func room(in light: AmbientLight, _ following: Following, _ known: FollowedLight) -> KeyboardLevels.Room {
    KeyboardLevels.Room(in: light, darkBelow: known.darkBelow, before: following.room)
  }

  /// The level for this light in the room; nil for a keyboard whose room is still dark or still
  /// light, since its level is kept.
  private func wanted(in light: AmbientLight, _ following: Following, _ known: FollowedLight) -> Share? {
    switch rule {
    case .curve(let curve):
      let share = curve.share(at: light)
      return max(following.offset?.applied(to: share, in: light) ?? share, known.range.floorShare)
    case .keyboard(let levels):
      let room = room(in: light, following, known)
      return room == following.room && following.light != nil ? nil : levels[room]
    }
  }

  /// Whether the level in this light is so far from the one that the light has that it has to move.
  func isBehind(in light: AmbientLight, _ known: FollowedLight) -> Bool {
    guard let following = active, following.question == nil else { return false }
    return goal(in: light, following, known) != nil
  }

  private func goal(in light: AmbientLight, _ following: Following, _ known: FollowedLight) -> Share? {
    guard let wanted = wanted(in: light, following, known) else { return nil }
    if case .keyboard = rule { return wanted }
    let distance = max(wanted, known.level).units - min(wanted, known.level).units
    let points = distance / (Share.unitsOfAll / 100)
    guard known.kind == .monitor else { return points >= 1 && !known.shows(wanted) ? wanted : nil }
    let hasMovedAStop = following.light.map { $0.distance(to: light) >= AmbientLight.stop } ?? true
    return points >= 2 && hasMovedAStop ? wanted : nil
  }

  /// Returns the base level that the light gets now, if it gets another one.
  mutating func adapt(to light: AmbientLight, _ known: FollowedLight, at now: Moment) -> Share? {
    guard case .on(var following) = mode, following.question == nil else { return nil }
    defer { mode = .on(following) }
    following.due = nil
    guard let goal = goal(in: light, following, known) else { return nil }
    if let wait = waitEnd(following, known.kind, at: now) {
      following.due = wait
      return nil
    }
    if case .keyboard = rule { following.room = room(in: light, following, known) }
    // Another LED may not be there yet, because an adaptation was interrupted.
    let isUnfinished = following.light == nil && following.formerLevel != nil
    following.light = light
    if known.shows(goal), !isUnfinished { return nil }
    following.allowance.use(at: now)
    following.lastAdaptation = now
    if !known.shows(goal) { following.formerLevel = known.level }
    following.level = goal
    return goal
  }

  private func waitEnd(_ following: Following, _ kind: LightKind, at now: Moment) -> Moment? {
    if let end = following.allowance.waitEnd(at: now, most: Self.mostAtOnce(kind)) { return end }
    guard kind == .monitor, let last = following.lastAdaptation else { return nil }
    let end = last + Self.monitorInterval
    return end > now ? end : nil
  }
}

/// Base levels that somebody else has set.
extension Follower {
  enum Change {
    /// The user, who looks at the light and wants it so.
    case lesson
    /// Nobody knows who: the light came with another level than it had before.
    case found
    /// The user while a claim decides or for now.
    case deviation
    /// Another program.
    case objection
    /// Nobody chose it: the light forgot its level in its sleep, or its range was configured.
    case reset
    /// The daemon before died while it adapted the light.
    case interrupted
  }

  /// `now` is when the level was set, if that is known.
  mutating func note(_ change: Change, _ known: FollowedLight, at now: Moment?) {
    switch mode {
    case .off, .paused(.otherProgram, _): break
    case .paused(.switchedOff, let following):
      if known.isSwitchedOff { return }
      mode = .on(following)
      note(change, known, at: now)
    case .on(var following):
      if known.isSwitchedOff { return pause(.switchedOff, following, known) }
      switch (change, now) {
      case (.reset, _):
        // The last adaptation no longer stands.
        following.light = nil
        following.level = known.level
        if following.question != .beginning { following.question = nil }
      case (.interrupted, _):
        // The two levels of the adaptation are kept, because each LED of a keyboard is found
        // somewhere between them.
        following.light = nil
        if following.question != .beginning { following.question = nil }
      case _ where following.question == .beginning: break
      case (.lesson, let now?):
        if case .lesson? = following.question { break }
        following.question = .lesson(from: following.level, since: now)
      case (.lesson, nil), (.deviation, _): following.question = .deviation
      case (.found, _): following.question = .found(until: nil)
      case (.objection, _): following.question = .objection
      }
      mode = .on(following)
    }
  }

  /// The level is again what this has chosen, as when systemd writes the saved level over the
  /// firmware's at a boot. Otherwise the next reading would keep it by an offset.
  mutating func withdrawQuestion() {
    guard case .on(var following) = mode else { return }
    switch following.question {
    case .found?, .deviation?, .objection?: following.question = nil
    case .beginning?, .lesson?, nil: return
    }
    mode = .on(following)
  }

  private mutating func pause(_ pause: AmbientPause, _ following: Following, _ known: FollowedLight) {
    var following = following
    following.level = known.level
    following.question = nil
    following.due = nil
    following.programChanges = []
    following.objections = []
    mode = .paused(pause, following)
  }

  /// The last adaptation has arrived at the light.
  mutating func noteArrival() {
    guard var following = active else { return }
    following.formerLevel = nil
    mode = .on(following)
  }

  /// Whether a lesson waits for a reading, which then counts at once.
  var awaitsLesson: Bool { if case .lesson? = active?.question { true } else { false } }

  mutating func forgetLesson() {
    guard awaitsLesson, var following = active else { return }
    following.question = .deviation
    mode = .on(following)
  }

  /// Answers the open question: the base level stands for this light in the room from now on.
  mutating func answer(in light: AmbientLight, _ known: FollowedLight, at now: Moment) {
    guard case .on(var following) = mode, let question = following.question else { return }
    if known.isSwitchedOff { return pause(.switchedOff, following, known) }
    if case .found(let end) = question, end.map({ now < $0 }) ?? true {
      following.question = .found(until: end ?? now + Self.longestSystemRestore)
      mode = .on(following)
      return
    }
    following.question = nil
    switch question {
    case .beginning: begin(&following, in: light, known)
    case .lesson(let former, let since) where now - since <= Self.longestQuestion:
      learn(&following, from: former, in: light, known, at: now)
    case .lesson, .found, .deviation: deviate(&following, in: light, known)
    case .objection:
      deviate(&following, in: light, known)
      noteProgram(&following, at: now)
    }
    following.level = known.level
    following.formerLevel = nil
    following.light = light
    if case .keyboard = rule { following.room = room(in: light, following, known) }
    let isFought =
      following.objections.count >= Self.mostObjections || following.programChanges.count >= Self.mostProgramChanges
    if isFought { pause(.otherProgram, following, known) } else { mode = .on(following) }
  }

  /// Counts a change by another program.
  private func noteProgram(_ following: inout Following, at now: Moment) {
    following.programChanges.removeAll { now - $0 > Self.memory }
    following.objections.removeAll { now - $0 > Self.memory }
    following.programChanges.append(now)
    guard let adaptation = following.lastAdaptation, now - adaptation <= Self.objectionTime else { return }
    if let last = following.objections.last, last > adaptation { return }
    following.objections.append(now)
  }

  /// Turning on moves nothing. A curve that the user has taught stays as it is.
  private mutating func begin(_ following: inout Following, in light: AmbientLight, _ known: FollowedLight) {
    guard case .curve(let curve) = rule else { return }
    if curve.isTaught {
      deviate(&following, in: light, known)
    } else {
      rule = .curve(curve.moved(to: known.level, in: light, floor: known.range.floorShare))
    }
  }

  /// Keeps the level by an offset, if the curve has another one.
  private func deviate(_ following: inout Following, in light: AmbientLight, _ known: FollowedLight) {
    guard case .curve(let curve) = rule else { return }
    let share = curve.share(at: light)
    following.offset = known.shows(share) ? nil : AmbientOffset(from: share, to: known.level, in: light)
  }

  private mutating func learn(
    _ following: inout Following,
    from former: Share?,
    in light: AmbientLight,
    _ known: FollowedLight,
    at now: Moment
  ) {
    if var episode = following.episode, now - episode.last <= Self.episode,
      episode.light.distance(to: light) <= AdoptedLight.band
    {
      episode.last = now
      following.episode = episode
      rule = episode.rule
      following.offset = episode.offset
      // What returns to the level before was no wish: an idle program has dimmed and come back.
      if let level = episode.level, known.shows(level) {
        following.episode = nil
        return deviate(&following, in: light, known)
      }
    } else {
      following.episode = Following.Episode(
        rule: rule,
        offset: following.offset,
        level: former,
        last: now,
        light: light
      )
    }
    following.offset = nil
    switch rule {
    case .curve(var curve):
      curve.teach(known.level, in: light)
      rule = .curve(curve)
    case .keyboard(var levels):
      levels[room(in: light, following, known)] = known.level
      rule = .keyboard(levels)
    }
  }
}

extension Following {
  /// Whether a level lies between that before the last adaptation and the one that it gave.
  func isOnTheWay(_ share: Share) -> Bool {
    guard let level, let formerLevel else { return false }
    return (min(level, formerLevel)...max(level, formerLevel)).contains(share)
  }
}

extension FollowedLight {
  /// Whether somebody has set it below its floor, which a curve never does.
  fileprivate var isSwitchedOff: Bool { base.setting.raw < range.floor }
}
