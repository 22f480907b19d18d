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
    for (light, request) in output.requests { connected[light]?.writer.assumeIsolated { $0.apply(request) } }
    for light in output.rereads { connected[light]?.writer.assumeIsolated { $0.resume() } }
    // A reading tries again what was refused.
    for light in output.retries { connected[light]?.writer.assumeIsolated { $0.read() } }
    for (light, ask) in output.asks { tell(light, ask) }
    watchSleep()
    for message in output.messages { deliver(message) }
    for save in output.savesAfter { carryOut(save) }
    for session in output.closing { clients[session]?.connection.finish() }
    for light in output.faults { logFault(of: light) }
  }

  private func logFault(of id: LightID) {
    guard let light = state.lights[id], let reason = light.fault?.reason else { return }
    if light.isUnread {
      log(.warning, "cannot read the level of '\(id)': \(reason)", kind: id.description)
    } else {
      log(.warning, "cannot apply the level of '\(id)': \(reason)", kind: id.description)
    }
  }

  private func tell(_ light: LightID, _ ask: Ask) {
    connected[light]?.writer.assumeIsolated { writer in
      switch ask {
      case .no: writer.stopAsking()
      case .once: writer.ask(isAwaited: false)
      case .untilRead: writer.ask(isAwaited: true)
      }
    }
  }

  private func carryOut(_ save: Save) {
    switch save {
    case .remove(let id): archive?.forget(id)
    case .keep(let saved):
      let id = saved.session.id
      let connection = clients[id]?.connection
      // A hold leaves the record before its client is notified of its end: said twice, that would be taken for the reply to another call.
      // If the daemon dies in between, the mark tells the next one that the client waits.
      if saved.hold == nil, replies[id] != nil { connection?.keepCall(false) }
      archive?.keep(saved) { () throws(SystemError) in try connection?.keep() }
      // The call is on record: the next daemon goes on with it.
      if saved.hold != nil { connection?.keepCall(true) }
    }
  }
}
