import Brightness
import BrightnessModel
import Service
import Synchronization

/// The lines about what automatic brightness does, and its history. A light that pauses or goes on
/// is a line at level `info`, and one that adapts at `debug`. Changes are found by comparing what
/// is saved with what was saved before.
final class AmbientLog: Sendable {
  let history = AmbientHistory()
  private let log: Log
  private let now: @Sendable () -> Moment
  private let saved = Mutex(AmbientRecord())
  /// The last one who was active at the seat.
  private let user = Mutex<UInt32?>(nil)

  init(_ log: Log, _ now: @escaping @Sendable () -> Moment) {
    self.log = log
    self.now = now
  }

  /// Notes what the former daemon has saved, and what the sensor reports.
  func collect(_ action: Core.Action, _ state: Core.State) {
    switch action {
    case .ambient(.restored(let record)): saved.withLock { $0 = record }
    case .ambient(.sensor(let event)) where state.followingLights.contains { $0.mode != .off }:
      history.note(event, at: now())
    default: break
    }
  }

  func logTurn(_ state: Core.State) {
    forgetOthers(state.seat)
    guard let record = state.result.value.ambientRecord else { return }
    let former = saved.withLock { saved in
      defer { saved = record }
      return saved
    }
    for (id, light) in record.lights.sorted(by: { $0.key < $1.key }) {
      for change in FollowerChange.between(former.lights[id], light) {
        history.note(.change(id, change), at: now())
        log(change, of: id, in: record.room)
      }
    }
  }

  /// The history shows when people were in the room, which does not concern the next user.
  private func forgetOthers(_ seat: Seat) {
    guard let active = seat.active else { return }
    let former = user.withLock { user in
      defer { user = active }
      return user
    }
    if let former, former != active { history.forget() }
  }

  private func log(_ change: FollowerChange, of id: LightID, in room: AmbientLight?) {
    let kind = "automatic brightness of \(id)"
    switch change {
    case .paused(let pause): log(.info, "automatic brightness of \(id) pauses: \(pause.reason)", kind: kind)
    case .resumed: log(.info, "automatic brightness of \(id) goes on", kind: kind)
    case .adapted(let former, let level):
      let place = room.map { " in light of \($0.illuminance)" } ?? ""
      log(.debug, "\(id) adapts from \(former) to \(level)\(place)")
    case .turnedOn, .turnedOff, .changed: break
    }
  }
}

/// What has happened to a light that follows.
enum FollowerChange: Hashable, Sendable {
  case turnedOn, turnedOff, resumed
  case paused(AmbientPause)
  case adapted(from: Share, to: Share)
  /// The light has this level for another reason: the user or another program has set it, or it
  /// had this level when automatic brightness was turned on.
  case changed(to: Share)

  static func between(_ former: FollowerRecord?, _ light: FollowerRecord) -> [FollowerChange] {
    [ofMode(former?.mode ?? .off, light.mode), ofLevel(former?.level, light)].compactMap(\.self)
  }

  private static func ofMode(_ former: FollowerRecord.Mode, _ mode: FollowerRecord.Mode) -> FollowerChange? {
    switch (former, mode) {
    case (.off, .on): .turnedOn
    case (.on, .off), (.paused, .off): .turnedOff
    case (.paused, .on): .resumed
    case (.on, .paused(let pause)), (.off, .paused(let pause)): .paused(pause)
    case (.paused(let before), .paused(let pause)): before == pause ? nil : .paused(pause)
    case (.off, .off), (.on, .on): nil
    }
  }

  private static func ofLevel(_ former: Share?, _ light: FollowerRecord) -> FollowerChange? {
    guard let level = light.level, level != former else { return nil }
    if let former, light.formerLevel == former { return .adapted(from: former, to: level) }
    return .changed(to: level)
  }
}
