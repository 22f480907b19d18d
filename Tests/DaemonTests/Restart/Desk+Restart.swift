import EventLoop
import ControlAPI
import Glibc
import HardwareTesting
import Synchronization

@testable import Daemon
@testable import Hardware

extension Desk {
  /// The process is killed, and the next one starts.
  func restart() throws {
    kill()
    try start()
  }

  /// What lies in the folder of what outlives the process.
  func stateNames() throws -> [String] { try Folder.names(in: state) }

  /// The records of sessions.
  func kept() throws -> [String] {
    try stateNames().filter { $0.hasPrefix("session-") && $0 != "session-numbers" }
  }

  /// Lets the scenes of a session have appeared at boot, for a millisecond each.
  func age(_ name: String) throws {
    let records = SessionShelf.records(beside: try DebtFile.open(state))
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

extension Survivor {
  /// Hangs up.
  func leave() {
    finish()
    _ = heard()
  }
}

/// What a daemon logs.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func append(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
