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
    askClaimedMonitors(output)
    watchSleep()
    for message in output.messages { deliver(message) }
    for save in output.savesAfter { carryOut(save) }
    for session in output.closing { clients[session]?.connection.finish() }
    for light in output.faults {
      guard let reason = state.lights[light]?.fault?.reason else { continue }
      log(.warning, "cannot apply the level of '\(light)': \(reason)", kind: light.description)
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
