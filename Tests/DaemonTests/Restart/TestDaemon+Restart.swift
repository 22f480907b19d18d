import EventLoop
import ControlAPI
import Glibc
import HardwareTesting
import Synchronization

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
    guard let line = try records.line(of: name), var record = SessionRecord(line: line) else { return }
    for index in record.scenes.indices {
      record.scenes[index].request.expires = .milliseconds(1)
      record.scenes[index].appearance?.since = 0
    }
    try records.record(record.line, as: name)
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

  func append(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
