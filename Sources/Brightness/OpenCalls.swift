import Model

/// The calls whose last reply is still to come; a connection has at most one.
///
/// An entry dies with its connection, and is found by the lights that it waits for.
struct OpenCalls: Equatable, Sendable {
  enum Call: Equatable, Sendable {
    case waiting(Waiting)
    case hold(Hold)
    case watch(Watch)
  }

  /// A call that is answered when its lights are at rest or cannot get there now.
  struct Waiting: Equatable, Sendable {
    var open: Set<LightID>
    var failed: [LightID: Fault] = [:]
    let answer: Answer
  }

  enum Answer: Equatable, Sendable {
    case done
    case set([LightID])
    case appear(ClaimOwner)
    /// The sessions that ended, which may be the caller's own.
    case reset([SessionID])
  }

  /// A call that lasts as long as its scene. Its client is notified only when the lights are at rest or have failed.
  struct Hold: Equatable, Sendable {
    var watch: SceneWatch
    /// The lights on their way; nil before a restored session is served.
    var open: Set<LightID>?

    var isSettled: Bool { open?.isEmpty == true }
  }

  struct Watch: Equatable, Sendable {
    /// Nil for all lights.
    let light: LightID?
    var sequence = 0
    var hasBegun = false
  }

  private var calls: [SessionID: Call] = [:]
  /// Calls that began in this turn, and are looked at whether their lights changed or not.
  private var begun: Set<SessionID> = []
  private var waitingFor: [LightID: Set<SessionID>] = [:]
  /// Holds whose lights came to rest or failed in this turn.
  private(set) var settledNow: Set<SessionID> = []
  private(set) var watchers: Set<SessionID> = []
  private(set) var holders: Set<SessionID> = []

  var count: Int { calls.count }

  mutating func wait(_ session: SessionID, for lights: [LightID], then answer: Answer) {
    remove(session)
    begin(session, .waiting(Waiting(open: Set(lights), answer: answer)))
    for light in lights { waitingFor[light, default: []].insert(session) }
  }

  /// A hold of a restored session has no lights yet: they follow by `wait(_:for:)` when it is served.
  mutating func hold(_ watch: SceneWatch, for lights: [LightID]? = nil) {
    let session = watch.owner.session
    remove(session)
    calls[session] = .hold(Hold(watch: watch))
    holders.insert(session)
    if let lights { wait(session, for: lights) }
  }

  mutating func wait(_ holder: SessionID, for lights: [LightID]) {
    self[hold: holder]?.open = Set(lights)
    begun.insert(holder)
    for light in lights { waitingFor[light, default: []].insert(holder) }
  }

  mutating func watch(_ session: SessionID, _ light: LightID?) {
    remove(session)
    begin(session, .watch(Watch(light: light)))
    watchers.insert(session)
  }

  private mutating func begin(_ session: SessionID, _ call: Call) {
    calls[session] = call
    begun.insert(session)
  }

  mutating func remove(_ session: SessionID) {
    guard let call = calls.removeValue(forKey: session) else { return }
    begun.remove(session)
    watchers.remove(session)
    holders.remove(session)
    for light in call.open { stopWaiting(session, for: light) }
  }

  private mutating func stopWaiting(_ session: SessionID, for light: LightID) {
    waitingFor[light]?.remove(session)
    if waitingFor[light]?.isEmpty == true { waitingFor[light] = nil }
  }

  /// The waiting calls that lights may have brought to their answer, and those that began since the last time.
  mutating func takeConcerned(by lights: some Sequence<LightID>) -> [SessionID] {
    defer { begun = [] }
    settledNow = []
    var sessions = begun
    for light in lights { sessions.formUnion(waitingFor[light] ?? []) }
    return sessions.sorted { $0.number < $1.number }
  }

  /// Notes how far the lights of a call are, and returns whether none of them is on its way.
  mutating func advance(_ session: SessionID, _ progress: (LightID) -> Light.Progress) -> Bool {
    guard var call = calls[session], call.isWaiting else { return false }
    for light in call.open {
      let progress = progress(light)
      if progress == .moving { continue }
      call.close(light, progress)
      stopWaiting(session, for: light)
    }
    calls[session] = call
    if call.open.isEmpty, holders.contains(session) { settledNow.insert(session) }
    return call.open.isEmpty
  }

  subscript(hold session: SessionID) -> Hold? {
    get { if case .hold(let hold)? = calls[session] { hold } else { nil } }
    set { if let newValue { calls[session] = .hold(newValue) } }
  }

  subscript(waiting session: SessionID) -> Waiting? {
    if case .waiting(let waiting)? = calls[session] { waiting } else { nil }
  }

  subscript(watch session: SessionID) -> Watch? {
    get { if case .watch(let watch)? = calls[session] { watch } else { nil } }
    set { if let newValue { calls[session] = .watch(newValue) } }
  }
}

extension OpenCalls.Call {
  /// The lights that the call waits for.
  fileprivate var open: Set<LightID> {
    switch self {
    case .waiting(let waiting): waiting.open
    case .hold(let hold): hold.open ?? []
    case .watch: []
    }
  }

  fileprivate var isWaiting: Bool {
    switch self {
    case .waiting: true
    case .hold(let hold): hold.open != nil
    case .watch: false
    }
  }

  fileprivate mutating func close(_ light: LightID, _ progress: Light.Progress) {
    switch self {
    case .waiting(var waiting):
      waiting.open.remove(light)
      if case .failed(let fault) = progress { waiting.failed[light] = fault }
      self = .waiting(waiting)
    case .hold(var hold):
      hold.open?.remove(light)
      self = .hold(hold)
    case .watch: break
    }
  }
}
