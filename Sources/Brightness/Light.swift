import BrightnessModel

/// One light: its device, its level, and its last view. Each LED of a keyboard is a light here;
/// clients see them as one.
public struct Light: Equatable, Identifiable, Sendable {
  public let id: LightID
  /// The id by which clients see it.
  public let visibleID: LightID
  var presence = Presence.away(nil)
  /// The claims on it, whether it was read or not.
  var claimStack = ClaimStack()
  var recording = Recording.no
  public internal(set) var fault: Fault?
  public internal(set) var externalChanges: [ChangeSource: ExternalChanges] = [:]
  /// How it looked at the last turn's end; nil before the first reading.
  public internal(set) var view: LightView?

  init(_ id: LightID) {
    self.id = id
    visibleID = id.visible
  }

  /// Whether the device is there, and what is known of its level.
  enum Presence: Equatable, Sendable {
    /// It is not connected; nil if nothing is known of it.
    case away(Memory?)
    /// It was connected and not read since.
    case unread(LightDevice, Unread)
    /// It was read, but its level has to be read again before anything is requested.
    case stale(LightDevice, LevelState, Staleness)
    case read(LightDevice, LevelState)
  }

  enum Staleness: Equatable, Sendable { case rangeChanged, resumed }

  /// What is known of a light that is not connected, or not read since.
  struct Memory: Equatable, Sendable {
    var base: Base
    var range: LightRange
    /// Whether we may have moved the light away from its base level.
    var isDriven: Bool
  }

  /// What is known of a light that was connected and not read since.
  struct Unread: Equatable, Sendable {
    /// The base level that its restore record has.
    var record: RecordedBase?
    /// The name that it may have had before.
    let formerly: LightID?
    /// From before it was disconnected; newer than the record.
    var memory: Memory?
    /// What its writer was told last; lights other than monitors are read as soon as they are
    /// connected.
    var firstReading: FirstReading
  }

  /// Whether its base level is on record.
  enum Recording: Equatable, Sendable {
    case no
    /// Only if the light still showed the expected level, which the writer checks first.
    case ifFound
    case yes
  }
}

/// What a light is.
extension Light {
  /// Nil while the light is disconnected.
  public var device: LightDevice? {
    switch presence {
    case .away: nil
    case .unread(let device, _), .stale(let device, _, _), .read(let device, _): device
    }
  }

  /// Whether it was connected and not read since.
  public var isUnread: Bool { unread != nil }

  /// Whether it is a monitor that is connected and was not read: a reading is a message to it,
  /// which is sent only if a client asks.
  public var isUnreadMonitor: Bool { isMonitor && isUnread }

  var isMonitor: Bool { id.subsystem == .ddc }

  /// Whether the device was read since it was connected, changed its range, or resumed.
  public var isRead: Bool { if case .read = presence { true } else { false } }

  /// Nil unless the light was connected and not read since.
  var unread: Unread? { if case .unread(_, let unread) = presence { unread } else { nil } }

  /// Nil unless the light is connected and was read.
  var level: LevelState? {
    switch presence {
    case .away, .unread: nil
    case .stale(_, let level, _), .read(_, let level): level
    }
  }

  private var memory: Memory? {
    switch presence {
    case .away(let memory): memory
    case .unread(_, let unread): unread.memory
    case .stale(_, let level, _), .read(_, let level):
      Memory(base: level.base, range: level.range, isDriven: level.isDriven)
    }
  }

  /// The base level and the range that it belongs to; nil before the first reading.
  var base: RecordedBase? { memory.map { RecordedBase($0.base, in: $0.range) } }

  /// The claims that count, in fold order.
  public var claims: [ClaimInForce] { claimStack.claims }

  /// What the claims make of the base level; nil before the first reading.
  var verdict: Verdict? { memory.map { claimStack.verdict(on: $0.base, in: $0.range) } }

  /// Whether the light is held or still moving. A monitor is left alone otherwise.
  public var isInUse: Bool { level?.isFree == false }

  /// The level that the light shows or is moving to.
  func target(_ verdict: Verdict) -> Setting { level?.target(verdict) ?? verdict.target }

  func state(decider: SceneKey?) -> LightState {
    guard let level else { return memory?.isDriven == true && decider == nil ? .restoring : .unavailable }
    let state = level.state(decider: decider)
    // A light that cannot be read may show any level.
    return state != .restoring && fault?.isRefusal == true ? .unavailable : state
  }

  /// The setting that a level of the user would lead to; nil before the first reading. A step
  /// starts from the target, or with `fromBase` from the base level.
  func outcome(of wanted: Level, fromBase: Bool, allowOff: Bool) throws(LevelError) -> Setting? {
    guard let base, let verdict else { return nil }
    return try base.range.outcome(of: wanted, from: fromBase ? base.base.setting : target(verdict), allowOff: allowOff)
  }

  var progress: Progress {
    if let fault, fault.preventsTarget { return .failed(fault) }
    return switch presence {
    case .away: .failed(.disconnected)
    case .unread(_, let unread): unread.firstReading == .no ? .atRest : .moving
    case .stale: .moving
    case .read(_, let level): level.isMoving ? .moving : .atRest
    }
  }

  /// How far a light is on its way to its target.
  enum Progress: Equatable {
    case moving, atRest
    case failed(Fault)
  }

  /// Whether it can be forgotten. A light with a restore record is kept, because the base level
  /// that is known here may be newer.
  var isForgettable: Bool {
    guard case .away(let memory) = presence, recording == .no else { return false }
    return memory.map { !$0.isDriven && claimStack.isEmpty } ?? true
  }
}

/// What happens to a light.
extension Light {
  /// Sets whether its writer reads it for the first time.
  mutating func setFirstReading(_ reading: FirstReading) {
    guard case .unread(let device, var unread) = presence else { return }
    unread.firstReading = reading
    presence = .unread(device, unread)
  }

  mutating func connect(_ device: LightDevice, record: RecordedBase?, formerly: LightID?) {
    let reading = isMonitor ? FirstReading.no : .untilRead
    presence = .unread(device, Unread(record: record, formerly: formerly, memory: memory, firstReading: reading))
    recording = record == nil ? .no : .yes
    fault = nil
    externalChanges = [:]
  }

  mutating func disconnect() {
    presence = .away(memory)
    fault = nil
    if recording == .ifFound { recording = .no }
  }

  /// Takes over what is known of the light under its former name.
  mutating func remember(_ memory: Memory?) {
    guard case .unread(let device, var unread) = presence else { return }
    unread.memory = memory
    presence = .unread(device, unread)
    view = nil
  }

  /// Replaces the device. If its maximum differs, the level is read again.
  mutating func change(to device: LightDevice) {
    let isOther = self.device?.maximum != device.maximum
    switch presence {
    case .away: break
    case .unread(_, let unread): presence = .unread(device, unread)
    case .stale(_, let level, let staleness): presence = .stale(device, level, staleness)
    case .read(_, let level):
      presence = isOther ? .stale(device, level, .rangeChanged) : .read(device, level)
    }
  }

  /// Requires a new reading after a sleep: readings and requests from before no longer count.
  mutating func wake() {
    if case .read(let device, let level) = presence { presence = .stale(device, level, .resumed) }
  }

  /// Changes the level of a light that was read; does nothing otherwise.
  @discardableResult
  mutating func changeLevel<Result>(_ body: (inout LevelState) -> Result) -> Result? {
    switch presence {
    case .away, .unread: return nil
    case .stale(let device, var level, let staleness):
      defer { presence = .stale(device, level, staleness) }
      return body(&level)
    case .read(let device, var level):
      defer { presence = .read(device, level) }
      return body(&level)
    }
  }

  /// Applies a reading of an unread or stale light.
  mutating func read(_ raw: Int, in range: LightRange, keepsBase: Bool) {
    switch presence {
    case .away, .read: break
    case .unread(let device, let unread):
      presence = .read(device, LevelState(range, raw, unread.record, unread.memory))
    case .stale(let device, var level, let staleness):
      if level.range != range || staleness == .rangeChanged {
        level.applyRange(range, showing: raw)
      } else {
        level.applyReadingAfterSleep(raw, keepsBase: keepsBase)
      }
      presence = .read(device, level)
    }
  }

  /// A desktop has moved it to a level that is not the user's, which a reading after a sleep may
  /// find.
  mutating func displace(to raw: Int) {
    if case .stale(let device, let level, .resumed) = presence { presence = .read(device, level) }
    changeLevel { $0.displace(to: raw) }
  }

  /// The user moved the light by a key or another tool.
  mutating func applyUserChange(to raw: Int) {
    if let target = verdict?.target { changeLevel { $0.applyUserChange(to: raw, from: target) } }
  }

  /// Sets the base level that the user chose through us. A disconnected light gets it when it is
  /// back.
  mutating func choose(_ setting: Setting, by level: Level, allowOff: Bool, fade: Duration?) {
    guard case .away(let memory?) = presence else {
      changeLevel { $0.choose(setting, by: level, allowOff: allowOff, fade: fade) }
      return
    }
    let base = Wish(level, allowOff: allowOff).base(setting, in: memory.range)
    presence = .away(Memory(base: base, range: memory.range, isDriven: true))
  }

  /// Gives it another base level that follows the light in the room.
  mutating func adapt(to share: Share) {
    changeLevel { $0.adapt(to: $0.range.raisedToFloor($0.range.setting(share))) }
  }

  /// The light was where its request expected it, so its writer has recorded the base level.
  mutating func confirmRecord() {
    if recording == .ifFound { recording = .yes }
  }

  /// A write was attempted, so the light may have moved.
  mutating func applyAttempt() {
    confirmRecord()
    changeLevel { $0.applyAttempt() }
  }

  /// Forgets its restore record.
  mutating func dropRecord() {
    recording = .no
    guard case .unread(let device, var unread) = presence else { return }
    unread.record = nil
    presence = .unread(device, unread)
  }
}

extension LevelState {
  /// Starts from the first reading after the light was connected. What is remembered is newer than
  /// a record.
  ///
  /// A recorded light is written whatever it seems to show, because after a failed write a driver
  /// may report the level that it did not set.
  fileprivate init(_ range: LightRange, _ raw: Int, _ record: RecordedBase?, _ memory: Light.Memory?) {
    let remembered = memory.map { RecordedBase($0.base, in: $0.range).base(in: range) }
    if let record {
      self.init(drivenFrom: remembered ?? record.base(in: range), in: range, shows: nil)
    } else if let remembered, memory?.isDriven == true {
      self.init(drivenFrom: remembered, in: range, shows: raw)
    } else {
      self.init(range: range, raw: raw, formerly: remembered)
    }
  }
}
