import BrightnessControl
import BrightnessModel
import ComposableCore

/// How documents begin, renew and change remote holds.
extension Fleet.State {
  mutating func receiveDocument(_ payload: [UInt8], for key: HoldKey) {
    guard settings.accepts.contains(.hold) else { return refuse(.notAccepted) }
    if tombstones.contains(key.session, at: now) { return refuse(.ended) }
    let limit = settings.documents.bytes
    guard payload.count <= limit else { return refuse(.tooLong(bytes: payload.count, limit: limit)) }
    let document = DocumentTraffic.Document(key: key, payload: payload, arrival: now)
    switch traffic.admit(document, most: settings.holds, mostOfController: settings.holdsPerController) {
    case .counts: applyDocument(document)
    case .waits: break
    case .refused: refuse(.tooManyDocuments)
    }
  }

  mutating func applyWaitingDocuments() {
    while let document = traffic.takeDue(at: now) { applyDocument(document) }
  }

  private mutating func applyDocument(_ received: DocumentTraffic.Document) {
    let key = received.key
    if tombstones.contains(key.session, at: now) { return refuse(.ended) }
    do throws(Refusal) {
      let document = try FleetDocument(reading: received.payload, within: settings.documents)
      do throws(Refusal) {
        try apply(document, for: key, until: received.arrival + document.lease)
      } catch {
        if document.wantsReply { reply(.refused(reason: error.description), to: key) }
        throw error
      }
    } catch {
      refuse(error)
    }
  }

  private mutating func apply(_ document: FleetDocument, for key: HoldKey, until deadline: Moment) throws(Refusal) {
    try document.check(within: settings.documents)
    let scene = try document.localScene(of: key.session.controller)
    if let name = document.replaces {
      guard name != key.session.name else { throw .replacesItself }
      takeOver(from: RemoteSession(key.session.controller, name), by: key.session)
    }
    guard let index = holds.firstIndex(where: { $0.key == key }) else {
      return try begin(document, scene, for: key, until: deadline)
    }
    let owesReply = holds[index].owesReply
    holds[index].owesReply = false
    holds[index].document = document
    holds[index].deadline = deadline
    if holds[index].scene != scene {
      let connection = LocalHoldID(number: makeID())
      holds[index].scene = scene
      holds[index].connect(connection)
    } else if let withdrawal = holds[index].withdrawal {
      throw .withdrawn(withdrawal)
    } else if owesReply, document.wantsReply, let event = holds[index].localHolds.last?.event {
      reply(.scene(event, light: nil), to: key)
    }
  }

  private mutating func begin(
    _ document: FleetDocument,
    _ scene: SessionsInterface.SceneRequest,
    for key: HoldKey,
    until deadline: Moment
  ) throws(Refusal) {
    guard holds.count < settings.holds else { throw .tooManyHolds(limit: settings.holds) }
    let ofController = holds.count { $0.key.session.controller == key.session.controller }
    guard ofController < settings.holdsPerController else {
      throw .tooManyHoldsOfController(limit: settings.holdsPerController)
    }
    var hold = RemoteHold.State(
      id: RemoteHoldID(number: makeID()),
      key: key,
      document: document,
      scene: scene,
      deadline: deadline,
      grip: .held([])
    )
    hold.connect(LocalHoldID(number: makeID()))
    holds.append(hold)
  }

  /// Passes the holds of a controller's former session to its new one. All at once: the will of the
  /// former session would end those whose documents come later.
  private mutating func takeOver(from former: RemoteSession, by session: RemoteSession) {
    for hold in holds where hold.key.session == former {
      let key = HoldKey(session, hold.key.address)
      if holds.contains(where: { $0.key == key }) {
        holds.remove(id: hold.id)
      } else {
        holds[id: hold.id]?.key = key
        holds[id: hold.id]?.graceEnd = nil
        holds[id: hold.id]?.owesReply = true
      }
    }
    traffic.drop(former)
    tombstones.add(former, at: now)
  }
}
