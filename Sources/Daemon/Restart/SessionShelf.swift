import Brightness
import EventLoop
import Hardware

/// Where sessions are put that are to live on when the program is started anew: a record of each, and its connection.
///
/// A session is kept from its first scene on. Of one that cannot be kept, nothing is left there.
final class SessionShelf {
  private let records: StateRecords
  private let store: DescriptorStore
  private let log: Log
  private var kept: [SessionID: SessionRecord] = [:]
  private var given: SessionID
  /// Those with more to say than a record holds; what fails otherwise is tried again with the next change.
  private var unkept: Set<SessionID> = []

  /// The name of the record that says which numbers were given.
  private static let numbers = "numbers"
  /// How many numbers are taken at once, so that few connections wait for the record.
  private static let numbersAtOnce = 1000

  init(_ records: StateRecords, _ store: DescriptorStore, _ log: Log) {
    (self.records, self.store, self.log) = (records, store, log)
    given = SessionID(0)
  }

  static func records(beside debts: DebtFile) -> StateRecords { StateRecords("session", version: 1, beside: debts) }

  /// Removes the records of sessions that nobody will go on with.
  static func clear(beside debts: DebtFile) throws(LightError) {
    let records = records(beside: debts)
    for session in try sessions(in: records) { try records.remove(session.recordName) }
  }

  /// The sessions that are recorded, in the order of their numbers.
  private static func sessions(in records: StateRecords) throws(LightError) -> [SessionID] {
    try records.names().compactMap { Int($0) }.sorted().map { SessionID($0) }
  }

  /// Every session of which something is kept.
  var sessions: [SessionID] { Array(kept.keys) }
}

/// What becomes of sessions.
extension SessionShelf {
  /// Puts a session there as it is now; its connection is asked for the first time only.
  func keep(_ record: SessionRecord, _ connection: () throws(SystemError) -> Descriptor?) {
    let session = SessionID(record.session)
    guard kept[session] != record, !unkept.contains(session) else { return }
    do {
      // What is stored without a record is closed at the next start; a record alone is forgotten.
      if kept[session] == nil, let socket = try connection() { try store.store(socket, session.descriptorName) }
      kept[session] = record
      try records.record(record.line, as: session.recordName)
    } catch {
      log(.warning, "cannot keep session \(session.number) for the next start: \(error)", kind: "shelf")
      forget(session)
      if case LightError.noRoom = error { unkept.insert(session) }
    }
  }

  /// Forgets a session that has ended.
  func forget(_ session: SessionID) {
    unkept.remove(session)
    guard kept.removeValue(forKey: session) != nil else { return }
    remove(session)
  }

  private func remove(_ session: SessionID) {
    trying { try records.remove(session.recordName) }
    trying { try store.remove(session.descriptorName) }
  }

  /// Takes a number for a session, before it is told to anybody.
  func take(_ number: SessionID) {
    guard number.number > given.number else { return }
    given = SessionID(number.number + Self.numbersAtOnce)
    trying { try records.record("\(given.number)", as: Self.numbers) }
  }

  private func trying(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      log(.warning, "\(error)", kind: "shelf")
    }
  }
}

/// The next start.
extension SessionShelf {
  /// The highest number that may have been given before.
  func lastNumber() -> SessionID {
    var numbers = [0]
    trying { numbers += try Self.sessions(in: records).map(\.number) }
    trying { numbers += try records.line(of: Self.numbers).flatMap(Int.init).map { [$0] } ?? [] }
    given = SessionID(numbers.max() ?? 0)
    return given
  }

  /// Takes down what was put there before, in the order of the numbers, and forgets those whose connection is not among `names`.
  func takeDown(among names: [String]) -> [RecordedSession] {
    var found: [RecordedSession] = []
    trying {
      for session in try Self.sessions(in: records) {
        guard names.contains(session.descriptorName.description), let recorded = read(session) else {
          remove(session)
          continue
        }
        found.append(recorded)
      }
    }
    return found
  }

  /// Ends a connection that was kept and that nobody goes on with; systemd has it too.
  func refuse(_ socket: borrowing Descriptor, _ name: String) {
    socket.shutDown()
    if let name = DescriptorName(name) { trying { try store.remove(name) } }
  }

  private func read(_ session: SessionID) -> RecordedSession? {
    do throws(LightError) {
      guard let line = try records.line(of: session.recordName) else { return nil }
      guard let record = SessionRecord(line: line), record.session == session.number, let recorded = record.recorded
      else {
        if let error = records.refuse(session.recordName) { log(.error, "\(error)") }
        return nil
      }
      kept[session] = record
      return recorded
    } catch {
      log(.error, "\(error)")
      return nil
    }
  }
}

extension SessionID {
  fileprivate var recordName: String { "\(number)" }

  /// The name under which the connection of a session is kept.
  var descriptorName: DescriptorName {
    guard let name = DescriptorName("session-\(number)") else { preconditionFailure("a number has visible digits") }
    return name
  }
}
