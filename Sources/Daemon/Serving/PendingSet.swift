import Brightness
import ControlAPI
import Model
import Varlink

/// A `Set` under way. Lights that were read are set at once, and each unread monitor as soon as it was read: one that hangs does not delay
/// the others.
///
/// A monitor that cannot be read counts only where it was meant alone: many a television shows a picture and has no brightness.
struct PendingSet {
  let call: MethodCall<LightsInterface.Set>
  let lights: [LightID]
  let level: Level
  let allowOff: Bool
  let fade: Duration?
  /// The monitors whose first reading is under way.
  var reading: Set<LightID>
  /// Whether the core has lights of it on their way.
  var isSetting = false
  var done: [LightID: LightView] = [:]
  var failure: LightsError?
  var hasLostRight = false
}

extension BrightnessDaemon {
  func begin(_ pending: PendingSet) {
    let session = SessionID(pending.call.call.connection)
    pendingSets[session] = pending
    set(pending.lights.filter { !pending.reading.contains($0) }, of: session)
    for id in pending.lights where pending.reading.contains(id) {
      readMonitor(id) { [weak self] in
        self?.assumeIsolated { $0.endReading(of: id, for: session) }
      }
    }
  }

  /// Sets some lights of a call; the core joins them with those of the same call that are still on their way.
  private func set(_ lights: [LightID], of session: SessionID) {
    guard !lights.isEmpty, let pending = pendingSets[session] else { return }
    pendingSets[session]?.isSetting = true
    let change = ClientCall.set(lights, pending.level, allowOff: pending.allowOff, fade: pending.fade)
    begin(change, of: session) { [weak self] reply in
      self?.assumeIsolated { $0.take(reply, of: session) }
    }
  }

  private func take(_ reply: Reply, of session: SessionID) {
    pendingSets[session]?.isSetting = false
    switch reply {
    case .set(let lights): for light in lights { pendingSets[session]?.done[light.id] = light }
    case .failed(let failure):
      if pendingSets[session]?.failure == nil { pendingSets[session]?.failure = LightsError(failure) }
    default: preconditionFailure("Set was answered \(reply)")
    }
    finish(session)
  }

  /// Sets a monitor that was read, or goes on without one that could not be; in the meantime the user may have lost the right.
  private func endReading(of id: LightID, for session: SessionID) {
    // The entry goes with the client.
    guard let pending = pendingSets[session] else { return }
    pendingSets[session]?.reading.remove(id)
    if state.view(of: id) != nil {
      if may(pending.call.call, .change) { set([id], of: session) } else { pendingSets[session]?.hasLostRight = true }
    }
    finish(session)
  }

  private func finish(_ session: SessionID) {
    guard let pending = pendingSets[session], pending.reading.isEmpty, !pending.isSetting else { return }
    pendingSets[session] = nil
    if pending.hasLostRight { return pending.call.fail(.permissionDenied) }
    if let failure = pending.failure { return pending.call.fail(failure) }
    let done = pending.lights.compactMap { pending.done[$0] }
    if done.isEmpty { return pending.call.fail(unreadError(pending.lights[0])) }
    pending.call.reply(LightsInterface.Set.Reply(lights: done.map(named)))
  }
}
