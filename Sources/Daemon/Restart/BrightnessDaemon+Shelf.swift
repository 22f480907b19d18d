import Brightness
import Composable
import ControlAPI
import EventLoop
import Varlink

/// What of sessions is written down for the next start.
extension BrightnessDaemon {
  /// Writes down what has changed in sessions, unless more is about to.
  func keepSessions(_ state: Mind.State) {
    guard let shelf, recordDepth == 0 else { return }
    for id in changed.take({ shelf.sessions }) {
      guard let session = state.sessions[id: id], session.pushed > 0 else {
        shelf.forget(id)
        continue
      }
      shelf.keep(record(session)) { [clients] () throws(SystemError) in try clients[id]?.connection.keep() }
    }
  }

  private func record(_ session: Session.State) -> SessionRecord {
    SessionRecord(session, watch: sceneWatchers[session.id]?.watch)
  }

  /// What `body` changes is written down when it is over.
  func inOneRecord<Value>(_ body: () throws(SessionsError) -> Value) throws(SessionsError) -> Value {
    recordDepth += 1
    defer {
      recordDepth -= 1
      keepSessions(store.state)
    }
    return try body()
  }

  /// What is to be recorded of a session may be something else now.
  func noteChange(of session: SessionID) {
    if shelf != nil { changed.note(session) }
  }
}
