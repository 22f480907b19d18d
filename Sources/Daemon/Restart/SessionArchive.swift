import Brightness
import Composable
import ControlAPI
import EventLoop
import Hardware
import Model
import Varlink

/// Sessions saved for the daemon's next start: a record of each in the state folder, and its connection in systemd's fd
/// store. A session is saved from its first scene on. If it cannot be saved, neither half of it stays; one that systemd's full queue refused is
/// saved once that has room.
final class SessionArchive {
  private let records: StateRecords
  private let store: DescriptorStore
  private let log: Log
  private var archived: [SessionID: SavedSession] = [:]
  private var reserved: SessionID
  /// Sessions too large for a record; other failures are retried with the next change.
  private var oversized: Set<SessionID> = []
  /// Open sessions that systemd's full queue refused. A removal that it refused is not repeated: systemd drops a connection that ended, and
  /// the next start closes one without a record.
  private var refused: [SessionID: (saved: SavedSession, connection: Connect)] = [:]
  private var waitsForRoom = false
  /// Calls `keepRefused` on the loop.
  var onRoom: @Sendable () -> Void = {}

  /// A duplicate of a session's connection.
  typealias Connect = () throws(SystemError) -> Descriptor?

  /// The record of the highest session number in use.
  private static let numbers = "numbers"
  /// How many numbers are reserved at once, so that few connections wait for a write.
  private static let numbersAtOnce = 1000

  init(_ records: StateRecords, _ store: DescriptorStore, _ log: Log) {
    (self.records, self.store, self.log) = (records, store, log)
    reserved = SessionID(0)
  }

  static func records(beside restores: RestoreRecordFile) -> StateRecords {
    StateRecords("session", version: 2, beside: restores)
  }

  /// Removes the records of sessions that no daemon will go on with. What cannot be removed must not keep lights from being restored.
  static func clear(beside restores: RestoreRecordFile, _ log: Log) {
    let records = records(beside: restores)
    for session in (try? sessions(in: records)) ?? [] {
      log.trying("archive") { try records.remove(session.recordName) }
    }
  }

  private static func isPossible(_ number: Int) -> Bool { 1...SessionID.highestRecorded ~= number }

  /// The sessions that are recorded, in the order of their numbers.
  private static func sessions(in records: StateRecords) throws(LightError) -> [SessionID] {
    try records.names().compactMap { Int($0) }.filter(isPossible).sorted().map { SessionID($0) }
  }
}

/// While the daemon runs.
extension SessionArchive {
  /// Saves a session as it is now; its connection is asked for the first time only.
  func keep(_ saved: SavedSession, _ connection: @escaping Connect) {
    let session = saved.session.id
    guard archived[session] != saved, !oversized.contains(session) else { return }
    do {
      // The connection first: after a crash in between, a connection without a record is closed, and its client learns of the end.
      if archived[session] == nil, let socket = try connection() { try store.store(socket, session.descriptorName) }
      refused[session] = nil
      archived[session] = saved
      try records.record(saved.line(), as: session.recordName)
    } catch {
      log(.warning, "cannot save session \(session.number) for the next start: \(error)", kind: "archive")
      forget(session)
      if case LightError.tooLarge = error { oversized.insert(session) }
      if (error as? DaemonError)?.isFullQueue == true { keepLater(saved, connection) }
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

  /// Saves what was refused, in the order of the sessions' numbers; what is refused again waits once more.
  func keepRefused() {
    let all = refused.sorted { $0.key < $1.key }
    (refused, waitsForRoom) = ([:], false)
    for (_, session) in all { keep(session.saved, session.connection) }
  }

  /// Reserves a session number before a client learns it.
  func take(_ number: SessionID) {
    guard number.number > reserved.number else { return }
    let last = SessionID(number.number + Self.numbersAtOnce)
    log.trying("archive") {
      try records.record("\(last.number)", as: Self.numbers)
      // If that fails, the next connection tries again.
      reserved = last
    }
  }
}

/// The next start.
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

  /// Loads the saved sessions in the order of their numbers, and forgets those whose connection is not among `names`.
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
    do throws(LightError) {
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

/// Sessions that outlive a restart of the daemon.
extension BrightnessDaemon {
  /// Takes up the saved sessions whose connections were inherited, in one turn, before anything is known of the lights.
  func restoreSessions(_ inherited: inout InheritedDescriptors, on server: VarlinkServer) throws(LightError) {
    guard let archive else { return SessionArchive.clear(beside: records, log) }
    server.number(above: ConnectionID(archive.lastNumber()))
    let all = archive.load(among: inherited.storedNames)
    var alive: [SavedSession] = []
    for saved in all {
      let id = saved.session.id
      guard let socket = inherited.take(id.descriptorName.description) else { continue }
      if let session = adopt(saved, socket, on: server) { alive.append(session) } else { archive.forget(id) }
    }
    handle(.restored(alive, at: now))
    while let name = inherited.storedNames.first, let socket = inherited.take(name) { archive.refuse(socket, name) }
    if !all.isEmpty { log(.info, "\(alive.count) of \(all.count) saved sessions go on") }
  }

  /// Adopts the connection of a saved session; nil if it cannot go on.
  private func adopt(_ saved: SavedSession, _ socket: consuming Descriptor, on server: VarlinkServer) -> SavedSession? {
    // The former daemon died with a call half read or a reply half sent: the client would wait for ever.
    if socket.isMarked {
      socket.shutDown()
      return nil
    }
    let id = saved.session.id
    isRestoring = true
    defer { isRestoring = false }
    do throws(VarlinkError) {
      let connection = try server.adopt(socket, as: ConnectionID(id))
      guard let peer = clients[id]?.peer, peer.isSameProcess(as: saved.session.peer), watchProcess(of: id) else {
        end(id)
        return nil
      }
      if saved.hold != nil { replies[id] = deliver(to: MethodCall(resumedOn: connection)) }
      return saved.with(peer)
    } catch {
      log(.warning, "\(error)", kind: "connections")
      return nil
    }
  }

  /// Serves the restored sessions: the lights were read, so that the replies are about what they show.
  public func serveRestored() {
    handle(.served)
    for (id, client) in clients where state.sessions[id: id] != nil {
      // A call behind a hold is served from now on, too, and ends it.
      if replies[id] == nil { client.connection.resume() } else { endWhenOvertaken(client.connection) }
    }
  }
}
