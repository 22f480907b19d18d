import Model

/// One light: its device, its level, the newest request to its writer, and how clients saw it last.
public struct Light: Equatable, Identifiable, Sendable {
  public internal(set) var id: LightID
  /// Nil while the light is disconnected.
  public internal(set) var device: LightDevice?
  /// Meaning of the next reading; nil while the last one holds.
  var pendingReading: PendingReading?
  /// Nil before the first reading.
  var tracker: LevelTracker?
  /// The claims on it, whether it was read or not.
  var claimStack = ClaimStack()
  var request: TargetRequest?
  /// Whether the newest request is done, or was dropped.
  var isRequestDone = true
  var recording = Recording.no
  public internal(set) var fault: Fault?
  public internal(set) var externalChanges: [ChangeSource: ExternalChanges] = [:]
  /// The light as clients see it, as of the last turn's end; nil before the first reading.
  public internal(set) var view: LightView?

  init(_ id: LightID) { self.id = id }

  enum PendingReading: Equatable, Sendable {
    case first(Unread)
    case rangeChanged
    case resumed
  }

  /// What is known of a light that was connected and not read since.
  struct Unread: Equatable, Sendable {
    /// The base level that its restore record has.
    var record: RecordedBase?
    /// The name that it may have had before.
    let formerly: LightID?
    /// The newest ask that its writer got; a light of the kernel is read as soon as it is
    /// connected.
    var asked: Ask
  }

  /// Whether its base level is on record.
  enum Recording: Equatable, Sendable {
    case no
    /// If the light was found where it was expected: the writer reads it before it records it.
    case ifFound
    case yes
  }

  /// Nil once the light was read.
  var unread: Unread? {
    get { if case .first(let unread) = pendingReading { unread } else { nil } }
    set { pendingReading = newValue.map(PendingReading.first) }
  }

  /// Whether it was connected and not read since.
  public var isUnread: Bool { unread != nil }

  /// Whether it is a monitor that is connected and was not read: a reading is a message to it,
  /// which is sent only if a client asks.
  public var isUnreadMonitor: Bool { isMonitor && isUnread }

  var isMonitor: Bool { id.subsystem == .ddc }

  /// The claims that count, in fold order.
  public var claims: [ClaimInForce] { claimStack.claims }

  /// What the claims make of the base level; nil before the first reading.
  var verdict: Verdict? { tracker.map { claimStack.verdict(on: $0.base, in: $0.range) } }

  /// Whether something is or was done to the light for a claim or a call: a monitor is left alone otherwise.
  public var isInUse: Bool { tracker.map { $0.isOurs || !$0.isAtRest } ?? false }

  /// Whether the device was read since it was connected, changed its range, or resumed.
  public var isRead: Bool { device != nil && pendingReading == nil && tracker != nil }

  var progress: Progress {
    if device == nil { return .failed(.disconnected) }
    if let fault, fault.isInTheWay { return .failed(fault) }
    if let unread { return unread.asked == .no ? .atRest : .moving }
    // While a record cannot be cleared the light shows its level all the same: neither a call nor a start waits for a full disk.
    let isDone = isRequestDone || fault?.kind == .uncleared
    return isRead && isDone && tracker?.isAtRest == true ? .atRest : .moving
  }

  /// How far a light is on its way to its target.
  enum Progress: Equatable {
    case moving, atRest
    case failed(Fault)
  }

  /// Whether nothing would be lost with it. A record may be older than the base level that is known here, so that such a light is kept.
  var isForgettable: Bool {
    guard device == nil, recording == .no else { return false }
    return tracker.map { $0.isForgettable && claimStack.isEmpty } ?? true
  }

  /// Notes that the user moved the light by a key or another tool.
  mutating func noteUserChange(to raw: Int) {
    if let target = verdict?.target { tracker?.noteUserChange(to: raw, from: target) }
  }

  /// Notes that the light was where its request expected it.
  mutating func noteFound() {
    if recording == .ifFound { recording = .yes }
  }

  /// Notes that it may have been moved since.
  mutating func noteAttempted() {
    noteFound()
    tracker?.noteAttempted()
  }

  /// Forgets its restore record.
  mutating func dropRecord() {
    unread?.record = nil
    recording = .no
  }

  /// Notes that readings and requests from before a sleep do not count after it.
  mutating func noteWake() {
    if pendingReading == nil { pendingReading = .resumed }
    (request, isRequestDone) = (nil, true)
  }
}

/// A device that is connected, as far as the core needs to know it.
public struct LightDevice: Hashable, Codable, Sendable {
  public var kind: LightKind
  /// Nil for a monitor that has not said it yet.
  public var maximum: Int?
  public var scale: Scale

  public init(kind: LightKind, maximum: Int?, scale: Scale) {
    (self.kind, self.maximum, self.scale) = (kind, maximum, scale)
  }
}

/// The configuration of one light; nil where the device decides.
public struct LightOverride: Hashable, Codable, Sendable {
  public var alias: String?
  public var floor: Share?
  public var scale: Scale?
  public var kind: LightKind?
  /// Whether the base level is written again when a monitor has forgotten it over a sleep.
  public var keepsBase: Bool?
  /// The ends of the range that is used, in steps of the light or as shares of its range.
  public var least: Bound?
  public var most: Bound?

  public enum Bound: Hashable, Codable, Sendable {
    case raw(Int)
    case share(Share)

    fileprivate func raw(in range: LightRange) -> Int {
      switch self {
      case .raw(let raw): min(max(raw, 0), range.maximum)
      case .share(let share): range.raw(of: share)
      }
    }
  }

  public init() {}

  func kind(of device: LightDevice) -> LightKind { kind ?? device.kind }

  /// The range of a device; nil where it has no steps.
  func range(of device: LightDevice) -> LightRange? {
    let (scale, kind) = (scale ?? device.scale, kind(of: device))
    guard let maximum = device.maximum,
      let whole = LightRange(maximum: maximum, scale: scale, kind: kind, floor: floor)
    else { return nil }
    guard least != nil || most != nil else { return whole }
    let (low, high) = (least?.raw(in: whole) ?? 0, most?.raw(in: whole) ?? maximum)
    return low < high ? LightRange(maximum: maximum, scale: scale, kind: kind, floor: floor, span: low...high) : whole
  }

  /// Whether `least` and `most` leave no range, whatever the device is.
  public var hasNoRange: Bool {
    switch (least, most) {
    case (.raw(let low), .raw(let high)): low >= high
    case (.share(let low), .share(let high)): low >= high
    case (.share(.all), nil), (nil, .raw(0)), (nil, .share(.nothing)): true
    default: false
    }
  }

  /// Whether they leave none of a device's, which is used as a whole then.
  public func hasNoRange(of device: LightDevice) -> Bool {
    (least != nil || most != nil) && device.maximum ?? 0 > 1 && range(of: device)?.span == nil
  }

  /// The range that a level of the device was recorded in.
  public func range(of device: LightDevice, maximum: Int) -> LightRange? {
    var device = device
    device.maximum = maximum
    return range(of: device)
  }
}

/// Counts changes of a light by one source that no client of ours asked for.
public struct ExternalChanges: Hashable, Sendable {
  public internal(set) var count: Int
  public internal(set) var last: Moment
}

public struct LightView: Hashable, Identifiable, Sendable {
  public let id: LightID
  public let kind: LightKind
  public let range: LightRange
  public let base: Base
  /// The level that the light shows, or is on its way to.
  public let target: Setting
  /// Whose claim decides; nil where the light shows its base level.
  public let decider: SceneKey?
  public let state: LightState
  /// What is wrong with the light; it may show its target all the same.
  public internal(set) var reason: String?
  public internal(set) var cause = LightCause.initial
  /// The peer whose call caused it, or whose session ended.
  public internal(set) var author: Peer?
  /// Which change of all lights this was.
  public internal(set) var change = 0

  /// The view of a light now, without what is known only of its last change.
  init(_ id: LightID, _ kind: LightKind, _ tracker: LevelTracker, _ verdict: Verdict, reason: String?) {
    (self.id, self.kind) = (id, kind)
    range = tracker.range
    base = tracker.base
    target = tracker.target(verdict)
    decider = verdict.decider
    state = tracker.state(decider: verdict.decider)
    self.reason = reason
  }

  /// Whether the level, its range or its decider differ; a reason alone is no change of the level.
  func hasSameLevel(as other: LightView?) -> Bool {
    guard var copy = other else { return false }
    (copy.reason, copy.cause, copy.author, copy.change) = (reason, cause, author, change)
    return copy == self
  }
}

/// What is wrong with a light. Only with `uncleared` it shows its target all the same.
public struct Fault: Hashable, Codable, Sendable {
  public enum Kind: String, Hashable, Codable, Sendable {
    /// A read or a write failed; the writer retries as its retry policy says.
    case refused
    /// A monitor sleeps; it is written when it is awake.
    case asleep
    /// The light is restored, but its record could not be cleared.
    case uncleared
    /// A system call does not return.
    case hangs
    case disconnected
  }

  public let kind: Kind
  public let reason: String
  /// Whether logind refused because the user's session is not active; the seat's next event retries.
  public let isForSession: Bool

  public init(_ kind: Kind, _ reason: String, isForSession: Bool = false) {
    (self.kind, self.reason, self.isForSession) = (kind, reason, isForSession)
  }

  public static let hangs = Fault(.hangs, "its driver does not answer")
  public static let busHangs = Fault(.hangs, "its bus does not answer")
  public static let disconnected = Fault(.disconnected, "it is not connected")
  static let hasNoSteps = Fault(.refused, "it has no brightness steps")

  /// Whether the light may not show its target.
  public var isInTheWay: Bool { kind != .uncleared }
}
