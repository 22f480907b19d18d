import BrightnessEventLoop
import Glibc
import HardwareTesting
import Testing

@testable import StateFiles

@Suite final class StateRecordsTests {
  private let folder: TestStateFolder

  init() throws { folder = try TestStateFolder() }

  @Test func `a line is read by the next process under its name`() throws {
    try Self.records(in: folder).record("{\"a\":\"é\"}", as: "7")

    let next = try Self.records(in: folder)

    #expect(try next.names() == ["7"])
    #expect(try next.line(of: "7") == "{\"a\":\"é\"}")
    #expect(try next.line(of: "8") == nil)
  }

  @Test func `removing a record keeps the others`() throws {
    let records = try Self.records(in: folder)
    for name in ["1", "2", "3"] { try records.record(name, as: name) }

    try records.remove("2")
    try records.remove("2")

    #expect(try records.names() == ["1", "3"])
    #expect(try folder.names == ["session-1", "session-3"])
  }
  @Test(arguments: [
    ("brightnessd session 2\n{}\n", RecordFlaw.newer(version: 2, known: 1)),
    ("brightnessd restore-records 1\n{}\n", .unknown),
    ("brightnessd session 1\n", .malformed(line: 2)),
    ("brightnessd session 1\n{}\n{}\n", .malformed(line: 2)),
    ("rubbish\n", .unknown),
  ])
  func `a record of another kind is quarantined`(text: String, flaw: RecordFlaw) throws {
    let records = try Self.records(in: folder)
    try folder.put(SealedText.sealed(Array(text.utf8)), at: "session-7")

    let error = #expect(throws: StateFileError.self) { try records.line(of: "7") }

    #expect(error == folder.setAside(flaw))
    #expect(try records.names() == [])
  }
  @Test func `a record that its reader refuses is quarantined`() throws {
    let records = try Self.records(in: folder)
    try records.record("no session", as: "7")

    #expect(records.refuse("7") == folder.setAside(.malformed(line: 2)))
    #expect(try records.names() == [])
  }

  @Test func `the draft of an ended process is removed`() throws {
    try folder.put([1, 2, 3], at: "session-7.new")
    let records = try Self.records(in: folder)

    #expect(try records.names() == [])
    try records.record("{}", as: "7")

    #expect(try folder.names == ["session-7"])
  }

  @Test func `a line too long to be read back is refused, and the former one stays`() throws {
    let records = try Self.records(in: folder)
    try records.record("short", as: "7")

    let error = #expect(throws: StateFileError.self) {
      try records.record(String(repeating: "a", count: StateRecords.limit), as: "7")
    }

    #expect(error == .tooLarge(path: "\(folder.path)/session-7", limit: StateRecords.limit))
    #expect(try records.line(of: "7") == "short")
  }

  @Test func `folders with the names of session records are quarantined, and other records are read`() throws {
    let records = try Self.records(in: folder)
    for name in ["session-1", "session-2.new"] { mkdir("\(folder.path)/\(name)", 0o700) }
    try records.record("a line", as: "3")

    #expect(try records.names() == ["1", "3"])
    #expect(try records.line(of: "3") == "a line")
    #expect(throws: StateFileError.self) { try records.line(of: "1") }
    #expect(try records.names() == ["3"])
  }

  @Test func `a folder with the name of a session record does not stop its removal`() throws {
    let records = try Self.records(in: folder)
    mkdir("\(folder.path)/session-1", 0o700)

    try records.remove("1")

    #expect(try records.names().isEmpty)
    #expect(try folder.names.contains("session-1.quarantined-1"))
  }

  private static func records(in folder: borrowing TestStateFolder) throws -> StateRecords {
    StateRecords("session", version: 1, in: try StateFolder(folder.path, waiting: true))
  }
}

extension TestStateFolder {
  fileprivate borrowing func setAside(_ flaw: RecordFlaw, _ name: String = "7") -> StateFileError {
    .quarantined(path: "\(path)/session-\(name)", flaw, to: "\(path)/session-\(name).quarantined-1")
  }
}
