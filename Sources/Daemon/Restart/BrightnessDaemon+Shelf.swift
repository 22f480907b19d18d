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
      shelf.keep(record(session)) { [clients] () throws(SystemError) in try clients[id]?.connection.duplicate() }
    }
  }

  private func record(_ session: Session.State) -> SessionRecord {
    SessionRecord(session, watch: sceneWatchers[session.id]?.watch, isWaiting: waiting.contains(session.id))
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

  /// A call is answered later, and the answer would be lost with this process.
  func answerLater(_ call: Call) {
    guard shelf != nil else { return }
    waiting.insert(SessionID(call.connection))
    noteChange(of: SessionID(call.connection))
  }

  /// A call was answered: its session may live on.
  func wasAnswered(_ call: Call) {
    guard waiting.remove(SessionID(call.connection)) != nil else { return }
    // After the answer: who dies in between ends the session, and leaves nobody waiting.
    noteChange(of: SessionID(call.connection))
    keepSessions(store.state)
  }

  /// What is to be recorded of a session may be something else now.
  func noteChange(of session: SessionID) {
    if shelf != nil { changed.note(session) }
  }
}
