import Brightness
import Composable
import Synchronization

/// Which sessions a turn of the mind may have changed.
final class ChangedSessions: Sendable {
  private struct Changes {
    var sessions: Set<SessionID> = []
    var areAll = false
  }

  private let changes = Mutex(Changes())

  func note(_ session: SessionID) {
    changes.withLock { changes in _ = changes.sessions.insert(session) }
  }

  /// Takes note of what an action is about.
  func note(_ action: Mind.Action) {
    switch action {
    case .session(.element(let session, _)): note(session)
    case .sessionsEnded(let ended): for session in ended { note(session.id) }
    case .reset: changes.withLock { $0.areAll = true }
    // What follows from these comes as an action of a session, or is told to whoever holds.
    case .connectionOpened, .sessionRestored, .limited, .seatChanged, .sceneYielded, .sceneCancelled, .together,
      .lights:
      break
    }
  }

  /// Those since the last time; `all` are those that are meant where it may be any.
  func take(_ all: () -> [SessionID]) -> Set<SessionID> {
    changes.withLock { changes in
      defer { changes = Changes() }
      return changes.areAll ? changes.sessions.union(all()) : changes.sessions
    }
  }
}
