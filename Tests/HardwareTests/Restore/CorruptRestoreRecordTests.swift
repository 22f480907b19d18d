import Guarantees
@testable import Hardware

import BrightnessEventLoop
import Glibc
import HardwareTesting
import StateFiles
import Testing

@Suite(.tags(.survivesDaemonDeath)) final class CorruptRestoreRecordTests {
  private let folder: TestStateFolder
  private let calls = FakeFolderCalls()

  init() throws { folder = try TestStateFolder() }

  @Test(
    arguments: [
      ([], "it is truncated or corrupt"), (Array("garbage".utf8), "it does not begin as such a file does"),
      (Array("brightnessd restore-records 7\n".utf8), "it is of version 7, and known is 1"),
      (RestoreRecordText.bytes(of: PendingRestore.three).dropLast(), "it is truncated or corrupt"),
      (RestoreRecordText.bytes(of: [.panel, .panel]), "its line 3 repeats another"),
      ([UInt8](repeating: 0, count: 65_537), "it is larger than 64 KiB"),
    ]
  )
  func `an untrusted record is quarantined and reported`(bytes: [UInt8], flaw: String) throws {
    try folder.put(bytes)

    let file = try folder.opened()

    let wanted = "cannot trust '\(folder.record)': \(flaw); it was moved to '\(folder.record).quarantined-1'"
    #expect(file.corruptRecord?.description == wanted)
    #expect(file.restores.isEmpty)
    #expect(try folder.names == ["restore-records.quarantined-1"])
    #expect(try folder.bytes(of: "restore-records.quarantined-1") == bytes)
  }

  @Test(arguments: [0o660, 0o606, 0o622, 0o666])
  func `a record that others may write is quarantined`(mode: mode_t) throws {
    try folder.put(RestoreRecordText.bytes(of: PendingRestore.three), mode: mode)

    let file = try folder.opened()

    #expect(file.corruptRecord == folder.quarantined(.writableByOthers(mode: mode)))
    #expect(file.restores.isEmpty)
  }

  @Test func `a record of another user is not trusted`() {
    var status = stat()
    status.st_mode = S_IFREG | 0o600
    status.st_uid = 1234

    #expect(RecordFlaw(of: status, for: 1234) == nil)
    #expect(RecordFlaw(of: status, for: 0) == .otherOwner(owner: 1234, wanted: 0))
    #expect(RecordFlaw(of: status, for: 1000)?.description == "it belongs to user 1234 and not to 1000")
  }

  @Test func `a link in the place of the record is not followed`() throws {
    try folder.put(RestoreRecordText.bytes(of: PendingRestore.three), at: "elsewhere")
    symlink("elsewhere", folder.record)

    let file = try folder.opened()

    #expect(file.corruptRecord == folder.quarantined(.link))
    #expect(file.restores.isEmpty)
    #expect(try folder.bytes(of: "elsewhere") == RestoreRecordText.bytes(of: PendingRestore.three))
  }

  @Test func `a folder or a pipe in the place of the record is quarantined without blocking`() throws {
    try folder.put([], at: "other")
    mkdir(folder.record, 0o700)
    let first = try folder.opened().corruptRecord
    mkfifo(folder.record, 0o600)

    let second = try folder.opened().corruptRecord

    #expect(first == folder.quarantined(.notRegularFile))
    #expect(second == folder.quarantined(.notRegularFile, 2))
  }

  @Test func `a record that cannot be opened is quarantined`() throws {
    try folder.put(PendingRestore.three)
    calls.refuse(.open, EACCES)

    let file = try folder.opened(calls)

    #expect(file.corruptRecord == folder.quarantined(.unreadable(ErrorCode(rawValue: EACCES))))
    #expect(file.corruptRecord?.description.contains("'\(folder.record)': permission denied; it was moved to") == true)
  }

  @Test(arguments: [EMFILE, ENFILE, ENOMEM])
  func `a record that cannot be opened for lack of descriptors or memory is not quarantined`(code: CInt) throws {
    try folder.put(PendingRestore.three)
    calls.refuse(.open, code)

    let error = #expect(throws: StateFileError.self) { try folder.opened(calls) }

    #expect(error == .refused(SystemError("open", folder.record, ErrorCode(rawValue: code))))
    #expect(try folder.names == ["restore-records"])
  }

  @Test func `quarantined records are never overwritten, up to a limit`() throws {
    for number in 1...9 {
      try folder.put(Array("garbage \(number)".utf8))
      #expect(try folder.opened().corruptRecord == folder.quarantined(.unknown, number))
    }
    try folder.put(Array("garbage 10".utf8))

    let file = try folder.opened()
    let error = #expect(throws: StateFileError.self) { try file.record(.panel) }

    let refusal = "cannot quarantine '\(folder.record)': file exists"
    #expect(error?.description == "cannot trust '\(folder.record)': it does not begin as such a file does; \(refusal)")
    #expect(try folder.recordedBytes() == Array("garbage 10".utf8))
    for number in 1...9 {
      #expect(try folder.bytes(of: "restore-records.quarantined-\(number)") == Array("garbage \(number)".utf8))
    }
  }

  @Test func `nothing is recorded until a corrupt record can be quarantined`() throws {
    try folder.put(Array("garbage".utf8))
    calls.refuse(.rename, EROFS)
    let file = try folder.opened(calls)
    let corruptRecord = file.corruptRecord
    let error = #expect(throws: StateFileError.self) { try file.record(.panel) }
    #expect(try folder.recordedBytes() == Array("garbage".utf8))
    calls.refuse(.rename, nil)

    try file.record(.panel)

    let refusal = SystemError("quarantine", folder.record, ErrorCode(rawValue: EROFS))
    #expect(corruptRecord == .notQuarantined(path: folder.record, .unknown, .refused(refusal)))
    #expect(error == corruptRecord)
    #expect(file.corruptRecord == folder.quarantined(.unknown))
    #expect(try folder.bytes(of: "restore-records.quarantined-1") == Array("garbage".utf8))
    #expect(try folder.recorded() == [.panel])
  }

  @Test func `an untrusted record that disappears is forgotten`() throws {
    try folder.put(Array("garbage".utf8))
    calls.refuse(.rename, EROFS)
    let file = try folder.opened(calls)
    unlink(folder.record)
    calls.refuse(.rename, nil)

    try file.record(.panel)

    #expect(file.corruptRecord == nil)
    #expect(try folder.names == ["restore-records"])
  }

  @Test(arguments: ["restore-records", "restore-records.new"])
  func `a folder in the place of the record or its draft is quarantined`(name: String) throws {
    mkdir(folder.path, 0o700)
    mkdir("\(folder.path)/\(name)", 0o700)

    let file = try folder.opened()
    try file.record(.panel)

    #expect(try folder.recorded() == [.panel])
    #expect(try folder.names.sorted() == ["restore-records", "\(name).quarantined-1"])
  }

  @Test func `a draft that appears while the daemon runs is quarantined`() throws {
    let file = try folder.opened()
    try folder.put([1], at: "restore-records.new")

    try file.record(.panel)

    #expect(try folder.names.sorted() == ["restore-records", "restore-records.new.quarantined-1"])
  }

  @Test(arguments: [true, false])
  func `a folder or a link in the place of the lock is quarantined`(isFolder: Bool) throws {
    mkdir(folder.path, 0o700)
    let lock = "\(folder.path)/lock"
    _ = isFolder ? mkdir(lock, 0o700) : symlink("/nowhere", lock)

    let file = try folder.opened()
    try file.record(.panel)

    #expect(try folder.names.sorted() == ["lock.quarantined-1", "restore-records"])
  }
}

extension TestStateFolder {
  fileprivate func quarantined(_ flaw: RecordFlaw, _ number: Int = 1) -> StateFileError {
    .quarantined(path: record, flaw, to: "\(record).quarantined-\(number)")
  }
}
