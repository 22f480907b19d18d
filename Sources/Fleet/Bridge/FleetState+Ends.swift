import BrightnessModel
import ComposableCore

/// How remote holds end, and what their local connections report.
extension Fleet.State {
  mutating func receiveEnd(of session: RemoteSession, _ payload: [UInt8]) {
    switch payload {
    case Array("ended".utf8): end(session)
    case Array("lost".utf8): lose(session)
    default: refuse(.end(String(decoding: payload.prefix(64), as: UTF8.self)))
    }
  }

  private mutating func end(_ session: RemoteSession) {
    holds.removeAll { $0.key.session == session }
    traffic.drop(session)
    tombstones.add(session, at: now)
  }

  /// A broker that is stopped reports sessions of controllers that live as lost, before it closes
  /// the connection of this device. So each hold stays for its grace.
  private mutating func lose(_ session: RemoteSession) {
    var isHeld = false
    for hold in holds where hold.key.session == session {
      isHeld = true
      if hold.graceEnd == nil { holds[id: hold.id]?.graceEnd = now + hold.document.grace }
    }
    if !isHeld { end(session) }
  }

  /// The loss of a session within its grace was the broker's, so the lease decides.
  mutating func loseBroker() {
    view.disconnect()
    for id in holds.ids { holds[id: id]?.graceEnd = nil }
  }

  /// Ends the holds whose time is over. A lost session leaves a tombstone, and one whose lease is
  /// over does not: a device that was cut off for longer has to hold again at the next document.
  mutating func endDueHolds() {
    for hold in holds where hold.end <= now {
      if let graceEnd = hold.graceEnd, graceEnd <= now { tombstones.add(hold.key.session, at: now) }
      holds.remove(id: hold.id)
    }
  }

  mutating func apply(_ event: LocalHoldEvent, of id: LocalHoldID) {
    guard let hold = holds.first(where: { $0.localHolds.contains(id: id) }) else { return }
    switch event {
    case .connected(let session): holds[id: hold.id]?.localHolds[id: id]?.session = session
    case .scene(.cancelled, _): withdraw(id, .cancelled, of: hold)
    case .scene(.expired, _): withdraw(id, .expired, of: hold)
    case .refused(let reason): withdraw(id, .refused(reason), of: hold)
    case .scene(let event, let light):
      if light == nil { holds[id: hold.id]?.note(event, of: id) }
      if hold.document.wantsReply { reply(.scene(event, light: light), to: hold.key) }
    case .connectionEnded: holds[id: hold.id]?.localHolds.remove(id: id)
    }
  }

  private mutating func withdraw(_ id: LocalHoldID, _ withdrawal: Withdrawal, of hold: RemoteHold.State) {
    holds[id: hold.id]?.withdraw(id, withdrawal)
    guard holds[id: hold.id]?.withdrawal != nil, hold.document.wantsReply else { return }
    switch withdrawal {
    case .cancelled: reply(.scene(.cancelled, light: nil), to: hold.key)
    case .expired: reply(.scene(.expired, light: nil), to: hold.key)
    case .refused: reply(.refused(reason: Refusal.withdrawn(withdrawal).description), to: hold.key)
    }
  }

  /// Opens the connections that ended while the daemon was away.
  mutating func connectHolds() {
    for hold in holds where hold.lacksConnection {
      let connection = LocalHoldID(number: makeID())
      holds[id: hold.id]?.connect(connection)
    }
  }
}
