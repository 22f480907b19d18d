import Brightness
import EventLoop
import Hardware
import Model
import Varlink

extension BrightnessDaemon {
  /// Carries out an output in an order that survives a crash at any point: sessions are saved before lights are written, and notifications
  /// are saved after they were sent, since a repeated one is better than a lost one.
  func perform(_ output: Output) {
    for save in output.saves { carryOut(save) }
    for (light, request) in output.requests { send(request, to: light) }
    for light in output.rereads { connected[light]?.writer.assumeIsolated { $0.resume() } }
    for light in output.retries { connected[light]?.writer.assumeIsolated { $0.read() } }
    askClaimedMonitors(output)
    watchSleep()
    for message in output.messages { deliver(message) }
    for save in output.savesAfter { carryOut(save) }
    // Their connections close once the reply under way is sent.
    for connection in output.closing.compactMap({ clients[$0]?.connection }) { loop.perform { connection.close() } }
    for light in output.faults {
      guard let reason = state.lights[light]?.fault?.reason else { continue }
      log(.warning, "cannot apply the level of '\(light)': \(reason)", kind: light.description)
    }
  }

  private func carryOut(_ save: Save) {
    switch save {
    case .remove(let id): archive?.forget(id)
    case .keep(let saved):
      let connection = clients[saved.session.id]?.connection
      archive?.keep(saved) { () throws(SystemError) in try connection?.keep() }
      // The call is on record: the next daemon goes on with it.
      if saved.hold != nil { connection?.keepCall(true) }
    }
  }

  private func send(_ request: LightRequest, to id: LightID) {
    guard let light = connected[id] else { return }
    let target = TargetRequest(
      goal: request.goal,
      fade: request.fade,
      on: request.range,
      restore: request.record.map { PendingRestore($0, request.kind, of: light.facts) },
      isReturn: request.isReturn,
      expecting: request.expected,
      isByProgram: request.isByProgram
    )
    light.writer.assumeIsolated { $0.apply(target) }
  }
}

extension PendingRestore {
  fileprivate init(_ recorded: RecordedBase, _ kind: LightKind, of facts: DiscoveredLight) {
    self.init(
      light: facts.id,
      anchor: facts.place.anchor,
      kind: kind,
      raw: recorded.base.setting.raw,
      maximum: recorded.range.maximum,
      share: recorded.base.setting.share.exactText,
      allowsOff: recorded.base.allowsOff
    )
  }
}
