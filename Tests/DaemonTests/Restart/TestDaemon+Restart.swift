import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Service
import StateFiles
import Synchronization

@testable import Brightness
@testable import Daemon
@testable import Hardware

extension TestDaemon {
  /// Kills the daemon and starts the next one.
  func restart() throws {
    kill()
    try start()
  }

  /// The files in the state folder.
  func stateNames() throws -> [String] { try Folder.names(in: state) }

  /// The names of session records.
  func sessionRecords() throws -> [String] {
    try stateNames().filter { $0.hasPrefix("session-") && $0 != "session-numbers" }
  }

  /// Changes a record so that its scenes appeared at boot, with a timeout of a millisecond.
  func backdate(_ name: String) throws {
    let records = SessionArchive.records(beside: try RestoreRecordFile.open(state))
    guard let line = try records.line(of: name), let saved = SavedSession(line: line) else { return }
    let scenes = try saved.session.scenes.map { scene in
      let request = try SceneRequest(claims: scene.request.claims, expires: .milliseconds(1))
      let appearance = scene.appearance.map { _ in Scene.Appearance(of: request, since: Moment(.zero)) }
      return Scene.State(key: scene.key, request: request, appearance: appearance)
    }
    let former = saved.session
    let session = Session.State(
      former.id,
      former.peer,
      opened: former.opened,
      pushed: former.pushed,
      scenes: scenes
    )
    try records.record(SavedSession(session, hold: saved.hold).line(), as: name)
  }

  /// Saves that the hold of the only session has ended, which comes before its client is notified.
  func saveEndOfHold() {
    let saves = core.sessions.map { Save.keep(SavedSession($0, hold: nil)) }
    subject.assumeIsolated { daemon in
      for save in saves { daemon.clients.save(save) }
    }
  }

  func removeRecord(_ name: String) {
    unlink("\(state)/\(name)")
  }
}

extension SocketClient {
  /// Closes the connection.
  func leave() {
    finish()
    _ = received()
  }
}

/// The log lines of a daemon.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func log(_ level: LogLevel) -> Log {
    Log(level, style: .program("brightnessd")) { line in
      self.lines.withLock { $0.append(line) }
      return true
    }
  }
}

extension String {
  /// The line of a log without the program's name in front, which it has outside the journal.
  var withoutProgram: String { hasPrefix("brightnessd: ") ? String(dropFirst("brightnessd: ".count)) : self }
}
