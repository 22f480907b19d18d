import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import ComposableCore
import Hardware
import Service
import StateFiles

/// Sessions saved for the daemon's next start. Each has a record in the state folder, and its
/// connection in systemd's fd store.
///
/// A session is saved from its first scene on and whenever it changes, before any light is written:
/// first the connection, once, then the record. If one half cannot be saved, the other is removed;
/// if systemd's queue was full, the session is saved once there is room. When a session ends, both
/// halves are removed.
///
/// At the next start, `load` returns the sessions with both halves, and the other connections are
/// closed, so that no client waits for a reply in vain.
final class SessionArchive {
  private let records: StateRecords
  private let store: DescriptorStore
  private let log: Log
  private var archived: [SessionID: SavedSession] = [:]
  private var reserved: SessionID
  /// Sessions too large for a record; other failures are retried with the next change.
  private var oversized: Set<SessionID> = []
  /// Open sessions that systemd's full queue refused. A removal that it refused is not repeated:
  /// systemd drops a connection that ended, and the next start closes one without a record.
  private var refused: [SessionID: (saved: SavedSession, connection: Connect)] = [:]
  private var waitsForRoom = false
  /// Calls `keepRefused` on the loop.
  var onRoom: @Sendable () -> Void = {}

  /// A duplicate of a session's connection.
  typealias Connect = () throws(SystemError) -> Descriptor?

  /// The record of the highest session number in use.
  private static let numbers = "numbers"
  /// How many numbers are reserved at once, so that only one connection in a thousand waits for a
  /// write.
  private static let numbersAtOnce = 1000

  init(_ records: StateRecords, _ store: DescriptorStore, _ log: Log) {
    self.records = records
    self.store = store
    self.log = log
    reserved = SessionID(0)
  }

  static func records(beside restores: RestoreRecordFile) -> StateRecords {
    StateRecords("session", version: 2, beside: restores)
  }

  /// Removes the records of sessions that no daemon will continue. What cannot be removed must not
  /// keep lights from being restored.
  static func clear(_ records: StateRecords, _ log: Log) {
    for session in (try? sessions(in: records)) ?? [] {
      log.trying("archive") { try records.remove(session.recordName) }
    }
  }

  private static func isPossible(_ number: Int) -> Bool { 1...SessionID.highestRecorded ~= number }

  /// The sessions that are recorded, in the order of their numbers.
  private static func sessions(in records: StateRecords) throws(StateFileError) -> [SessionID] {
    try records.names().compactMap { Int($0) }.filter(isPossible).sorted().map { SessionID($0) }
  }
}

/// Saving, while the daemon runs.
extension SessionArchive {
  /// Saves a session as it is now; asks for its connection only the first time.
  func keep(_ saved: SavedSession, _ connection: @escaping Connect) {
    let session = saved.session.id
    guard archived[session] != saved, !oversized.contains(session) else { return }
    do {
      // Store the connection first: after a crash in between, the next daemon closes a connection
      // without a record, so that its client notices.
      if archived[session] == nil, let socket = try connection() { try store.store(socket, session.descriptorName) }
      refused[session] = nil
      archived[session] = saved
      try records.record(saved.line(), as: session.recordName)
    } catch {
      log(.warning, "cannot save session \(session.number) for the next start: \(error)", kind: "archive")
      forget(session)
      if case StateFileError.tooLarge = error { oversized.insert(session) }
      if (error as? SupervisionError)?.isFullQueue == true { keepLater(saved, connection) }
    }
  }

  func forget(_ session: SessionID) {
    oversized.remove(session)
    refused[session] = nil
    guard archived.removeValue(forKey: session) != nil else { return }
    remove(session)
  }

  private func remove(_ session: SessionID) {
    log.trying("archive") { try records.remove(session.recordName) }
    log.trying("archive") { try store.remove(session.descriptorName) }
  }

  private func keepLater(_ saved: SavedSession, _ connection: @escaping Connect) {
    log.trying("archive") {
      if !waitsForRoom { try store.whenThereIsRoom(onRoom) }
      waitsForRoom = true
      refused[saved.session.id] = (saved, connection)
    }
  }

  /// Saves the sessions that were refused, in the order of their numbers. Those refused again keep
  /// waiting.
  func keepRefused() {
    let all = refused.sorted { $0.key < $1.key }
    refused = [:]
    waitsForRoom = false
    for (_, session) in all { keep(session.saved, session.connection) }
  }

  /// Reserves a session number before a client learns it.
  func reserve(_ number: SessionID) {
    guard number.number > reserved.number else { return }
    let last = SessionID(number.number + Self.numbersAtOnce)
    log.trying("archive") {
      try records.record("\(last.number)", as: Self.numbers)
      // If that fails, the next connection tries again.
      reserved = last
    }
  }
}

/// Restoring, at the next start.
extension SessionArchive {
  /// The highest number that an earlier daemon may have given.
  func lastNumber() -> SessionID {
    var numbers = [0]
    log.trying("archive") { numbers += try Self.sessions(in: records).map(\.number) }
    log.trying("archive") {
      numbers += try records.line(of: Self.numbers).flatMap(Int.init).map { [$0] }?.filter(Self.isPossible) ?? []
    }
    reserved = SessionID(numbers.max() ?? 0)
    return reserved
  }

  /// Loads the saved sessions in the order of their numbers, and forgets those whose connection is
  /// not among `names`.
  func load(among names: [String]) -> [SavedSession] {
    var found: [SavedSession] = []
    log.trying("archive") {
      for session in try Self.sessions(in: records) {
        guard names.contains(session.descriptorName.description), let saved = read(session) else {
          remove(session)
          continue
        }
        found.append(saved)
      }
    }
    return found
  }

  /// Ends a stored connection without a session, here and in systemd's store.
  func refuse(_ socket: borrowing Descriptor, _ name: String) {
    socket.shutDown()
    if let name = DescriptorName(name) { log.trying("archive") { try store.remove(name) } }
  }

  private func read(_ session: SessionID) -> SavedSession? {
    do throws(StateFileError) {
      guard let line = try records.line(of: session.recordName) else { return nil }
      guard let saved = SavedSession(line: line), saved.session.id == session else {
        if let error = records.refuse(session.recordName) { log(.error, "\(error)") }
        return nil
      }
      archived[session] = saved
      return saved
    } catch {
      log(.error, "\(error)")
      return nil
    }
  }
}

extension SessionID {
  fileprivate var recordName: String { "\(number)" }

  var descriptorName: DescriptorName {
    guard let name = DescriptorName("session-\(number)") else { preconditionFailure("a number has visible digits") }
    return name
  }
}
