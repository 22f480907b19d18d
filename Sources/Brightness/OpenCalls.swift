import BrightnessModel
import ComposableCore

/// The calls whose last reply is still to come; a connection has at most one. An entry is removed
/// with its connection, and can be looked up by the lights that it waits for.
struct OpenCalls: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    fileprivate(set) var kind: Kind
    /// The lights that are still moving; nil for a watch, and for a hold until its restored session
    /// is served.
    fileprivate(set) var moving: Set<LightID>?
    fileprivate(set) var failed: [LightID: Fault] = [:]

    var areLightsDone: Bool { moving?.isEmpty == true }

    var scene: SceneWatch? {
      if case .hold(let watch) = kind { watch } else { nil }
    }

    /// Whether the call stays open until something else ends it. A later call on its connection
    /// would wait for ever.
    var lasts: Bool {
      switch kind {
      case .hold, .watch, .watchSessions: true
      case .done, .set, .read, .appear, .reset: false
      }
    }

    fileprivate func waitsForReading(of light: LightID) -> Bool {
      switch kind {
      case .read: true
      case .set(let call): call.unread.contains(light)
      default: false
      }
    }
  }

  enum Kind: Equatable, Sendable {
    // Answered when the lights are at rest, or have failed.
    case done
    case set(LevelCall)
    /// Answered when the light was read, whether it is at rest or not.
    case read
    /// Separate from `done`, since it fails if a base level cannot be recorded for the scene.
    case appear(SceneKey)
    /// How many sessions besides the caller's own ended.
    case reset(others: Int)
    // These calls stay open until something else ends them.
    /// Lasts as long as its scene. Its client is notified only when the lights are at rest or have
    /// failed.
    case hold(SceneWatch)
    case watch(Watch)
    case watchSessions(hasBegun: Bool)
  }

  /// A `Set`. It sets the lights that were read at once, and every other light when it is read, so
  /// that a light that hangs does not delay the others.
  struct LevelCall: Equatable, Sendable {
    let lights: [LightID]
    let level: Level
    let allowOff: Bool
    let fade: Duration?
    /// Whether the user wants this level in such light in the room.
    let isWish: Bool
    /// The lights that get the level when they are read.
    var unread: Set<LightID>
    /// Why one of them cannot have the level.
    var failure: CallFailure?
  }

  struct Watch: Equatable, Sendable {
    /// Nil for all lights.
    let lights: LightSelector?
    var sequence = 0
    var hasBegun = false
  }

  private var calls: [SessionID: Entry] = [:]
  /// Calls that began in this turn. They are checked at its end even if none of their lights
  /// changed.
  private var begun: Set<SessionID> = []
  private var waitingFor: [LightID: Set<SessionID>] = [:]
  /// Holds whose lights came to rest or failed in this turn.
  private(set) var doneNow: Set<SessionID> = []
  private(set) var watchers: Set<SessionID> = []
  private(set) var sessionWatchers: Set<SessionID> = []
  private(set) var holders: Set<SessionID> = []

  var count: Int { calls.count }

  subscript(session: SessionID) -> Entry? { calls[session] }

  mutating func wait(_ session: SessionID, for lights: [LightID], then answer: Kind) {
    add(session, answer)
    wait(session, for: lights)
  }

  /// A hold of a restored session has no lights yet: they follow by `wait(_:for:)` when it is
  /// served.
  mutating func hold(_ watch: SceneWatch, for lights: [LightID]? = nil) {
    let session = watch.key.session
    add(session, .hold(watch))
    holders.insert(session)
    if let lights { wait(session, for: lights) }
  }

  mutating func wait(_ session: SessionID, for lights: [LightID]) {
    calls[session]?.moving = Set(lights)
    begun.insert(session)
    for light in lights { waitingFor[light, default: []].insert(session) }
  }

  /// The calls that wait for the first reading of a light, in the order of their sessions.
  func readers(of light: LightID) -> [SessionID] {
    (waitingFor[light] ?? []).filter { calls[$0]?.waitsForReading(of: light) == true }.sorted()
  }

  mutating func watch(_ session: SessionID, _ lights: LightSelector?) {
    add(session, .watch(Watch(lights: lights)))
    watchers.insert(session)
  }

  mutating func watchSessions(_ session: SessionID) {
    add(session, .watchSessions(hasBegun: false))
    sessionWatchers.insert(session)
  }

  private mutating func add(_ session: SessionID, _ kind: Kind) {
    remove(session)
    calls[session] = Entry(kind: kind)
  }

  /// Updates what the client of a hold or a watch has been told, or the progress of a `Set`.
  mutating func update(_ session: SessionID, _ kind: Kind) { calls[session]?.kind = kind }

  mutating func remove(_ session: SessionID) {
    guard let call = calls.removeValue(forKey: session) else { return }
    begun.remove(session)
    watchers.remove(session)
    sessionWatchers.remove(session)
    holders.remove(session)
    for light in call.moving ?? [] { stopWaiting(session, for: light) }
  }

  private mutating func stopWaiting(_ session: SessionID, for light: LightID) {
    waitingFor[light]?.remove(session)
    if waitingFor[light]?.isEmpty == true { waitingFor[light] = nil }
  }

  /// The calls that these lights may have completed, and those that began in this turn. Clears
  /// `doneNow`.
  mutating func takeConcerned(by lights: some Sequence<LightID>) -> [SessionID] {
    defer { begun = [] }
    doneNow = []
    var sessions = begun
    for light in lights { sessions.formUnion(waitingFor[light] ?? []) }
    return sessions.sorted()
  }

  /// Forgets the lights of a call that are at rest or have failed; returns whether none is left.
  mutating func advance(_ session: SessionID, _ progress: (LightID) -> Light.Progress) -> Bool {
    guard let moving = calls[session]?.moving else { return false }
    for light in moving {
      let progress = progress(light)
      if progress == .moving { continue }
      if case .failed(let fault) = progress { calls[session]?.failed[light] = fault }
      calls[session]?.moving?.remove(light)
      stopWaiting(session, for: light)
    }
    guard calls[session]?.areLightsDone == true else { return false }
    if holders.contains(session) { doneNow.insert(session) }
    return true
  }
}
