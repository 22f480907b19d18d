import Brightness
import BrightnessModel
import Synchronization

/// The lines about what automatic brightness does: a light that pauses or goes on at level `info`,
/// and one that adapts at `debug`. It compares what is saved with what was saved before.
final class AmbientLog: Sendable {
  private let log: Log
  private let saved = Mutex(AmbientRecord())

  init(_ log: Log) { self.log = log }

  /// Notes what the former daemon has saved.
  func collect(_ action: Core.Action) {
    if case .ambient(.restored(let record)) = action { saved.withLock { $0 = record } }
  }

  func logTurn(_ state: Core.State) {
    guard let record = state.result.value.ambientRecord else { return }
    let former = saved.withLock { saved in
      defer { saved = record }
      return saved
    }
    for (id, light) in record.lights.sorted(by: { $0.key < $1.key }) {
      guard let before = former.lights[id] else { continue }
      logPause(of: id, before.mode, light.mode)
      logAdaptation(of: id, before, light, in: record.room)
    }
  }

  private func logPause(of id: LightID, _ before: FollowerRecord.Mode, _ mode: FollowerRecord.Mode) {
    let kind = "automatic brightness of \(id)"
    switch (before, mode) {
    case (.on, .paused(let pause)): log(.info, "automatic brightness of \(id) pauses: \(pause.reason)", kind: kind)
    case (.paused, .on): log(.info, "automatic brightness of \(id) goes on", kind: kind)
    default: break
    }
  }

  private func logAdaptation(
    of id: LightID,
    _ before: FollowerRecord,
    _ light: FollowerRecord,
    in room: AmbientLight?
  ) {
    guard let level = light.level, let last = before.level, level != last, light.formerLevel == last else { return }
    let place = room.map { " in light of \($0.illuminance)" } ?? ""
    log(.debug, "\(id) adapts from \(last) to \(level)\(place)")
  }
}
