@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Testing

@Suite struct DebtFileDoubtTests {
  @Test(
    arguments: [
      ([], "it is torn"), (Array("garbage".utf8), "it does not begin as such a file does"),
      (Array("brightnessd debts 7\n".utf8), "it is of version 7, and known is 1"),
      (DebtText.bytes(of: Debt.three).dropLast(), "it is torn"),
      (DebtText.bytes(of: [.panel, .panel]), "its line 3 repeats another"),
      ([UInt8](repeating: 0, count: 65_537), "it holds more than 65536 bytes"),
    ]
  )
  func `a record that is not to be trusted is set aside, and told`(bytes: [UInt8], flaw: String) throws {
    let folder = try DebtFolder()
    try folder.put(bytes)

    let file = try folder.opened()

    let wanted = "cannot trust '\(folder.record)': \(flaw); it was moved to '\(folder.record).aside-1'"
    #expect(file.doubt?.description == wanted)
    #expect(file.debts.isEmpty)
    #expect(try folder.names == ["debts.aside-1"])
    #expect(try folder.bytes(of: "debts.aside-1") == bytes)
  }

  @Test(arguments: [0o660, 0o606, 0o622, 0o666])
  func `a record that others may write is set aside`(mode: mode_t) throws {
    let folder = try DebtFolder()
    try folder.put(DebtText.bytes(of: Debt.three), mode: mode)

    let file = try folder.opened()

    #expect(file.doubt == folder.setAside(.writableByOthers(mode: mode)))
    #expect(file.debts.isEmpty)
  }

  @Test func `a record of another user is not trusted`() {
    var status = stat()
    status.st_mode = S_IFREG | 0o600
    status.st_uid = 1234

    #expect(StateFlaw(of: status, for: 1234) == nil)
    #expect(StateFlaw(of: status, for: 0) == .foreign(owner: 1234, wanted: 0))
    #expect(StateFlaw(of: status, for: 1000)?.description == "it belongs to user 1234 and not to 1000")
  }

  @Test func `a link is not followed, wherever it leads`() throws {
    let folder = try DebtFolder()
    try folder.put(DebtText.bytes(of: Debt.three), at: "elsewhere")
    symlink("elsewhere", folder.record)

    let file = try folder.opened()

    #expect(file.doubt == folder.setAside(.link))
    #expect(file.debts.isEmpty)
    #expect(try folder.bytes(of: "elsewhere") == DebtText.bytes(of: Debt.three))
  }

  @Test func `a folder or a pipe in the record's place is set aside, and nobody waits for it`() throws {
    let folder = try DebtFolder()
    try folder.put([], at: "other")
    mkdir(folder.record, 0o700)
    let first = try folder.opened().doubt
    mkfifo(folder.record, 0o600)

    let second = try folder.opened().doubt

    #expect(first == folder.setAside(.noFile))
    #expect(second == folder.setAside(.noFile, 2))
  }

  @Test func `a record that cannot be opened is set aside`() throws {
    let folder = try DebtFolder()
    try folder.put(Debt.three)
    let calls = PlayedFolderCalls()
    calls.refuse(.open, EACCES)

    let file = try folder.opened(calls)

    #expect(file.doubt == folder.setAside(.unreadable(ErrorCode(rawValue: EACCES))))
    #expect(file.doubt?.description.contains("'\(folder.record)': permission denied; it was moved to") == true)
  }

  @Test(arguments: [EMFILE, ENFILE, ENOMEM])
  func `a record that cannot be opened for want of descriptors or memory is not doubted`(code: CInt) throws {
    let folder = try DebtFolder()
    try folder.put(Debt.three)
    let calls = PlayedFolderCalls()
    calls.refuse(.open, code)

    let error = #expect(throws: LightError.self) { try folder.opened(calls) }

    #expect(error == .refused(SystemError("open", folder.record, ErrorCode(rawValue: code))))
    #expect(try folder.names == ["debts"])
  }

  @Test func `debts are recorded beside what was set aside`() throws {
    let folder = try DebtFolder()
    try folder.put(Array("garbage".utf8))
    let file = try folder.opened()

    try file.record(.panel)

    #expect(try folder.names == ["debts", "debts.aside-1"])
    #expect(try DebtText.debts(in: folder.bytes()) == [.panel])
    #expect(file.doubt == folder.setAside(.unknown))
  }

  @Test func `what was set aside is never overwritten, and a few are kept`() throws {
    let folder = try DebtFolder()
    for number in 1...9 {
      try folder.put(Array("garbage \(number)".utf8))
      #expect(try folder.opened().doubt == folder.setAside(.unknown, number))
    }
    try folder.put(Array("garbage 10".utf8))

    let file = try folder.opened()
    let error = #expect(throws: LightError.self) { try file.record(.panel) }

    let refusal = "cannot set aside '\(folder.record)': file exists"
    #expect(error?.description == "cannot trust '\(folder.record)': it does not begin as such a file does; \(refusal)")
    #expect(try folder.bytes() == Array("garbage 10".utf8))
    for number in 1...9 { #expect(try folder.bytes(of: "debts.aside-\(number)") == Array("garbage \(number)".utf8)) }
  }

  @Test func `where it cannot be moved nothing is recorded, until it can`() throws {
    let folder = try DebtFolder()
    try folder.put(Array("garbage".utf8))
    let calls = PlayedFolderCalls()
    calls.refuse(.rename, EROFS)
    let file = try folder.opened(calls)
    let doubt = file.doubt
    let error = #expect(throws: LightError.self) { try file.record(.panel) }
    #expect(try folder.bytes() == Array("garbage".utf8))
    calls.refuse(.rename, nil)

    try file.record(.panel)

    let refusal = SystemError("set aside", folder.record, ErrorCode(rawValue: EROFS))
    #expect(doubt == .inTheWay(path: folder.record, .unknown, .refused(refusal)))
    #expect(error == doubt)
    #expect(file.doubt == folder.setAside(.unknown))
    #expect(try folder.bytes(of: "debts.aside-1") == Array("garbage".utf8))
    #expect(try DebtText.debts(in: folder.bytes()) == [.panel])
  }

  @Test func `what was in the way and is gone by itself is no doubt any more`() throws {
    let folder = try DebtFolder()
    try folder.put(Array("garbage".utf8))
    let calls = PlayedFolderCalls()
    calls.refuse(.rename, EROFS)
    let file = try folder.opened(calls)
    unlink(folder.record)
    calls.refuse(.rename, nil)

    try file.record(.panel)

    #expect(file.doubt == nil)
    #expect(try folder.names == ["debts"])
  }
}

extension DebtFolder {
  fileprivate func setAside(_ flaw: StateFlaw, _ number: Int = 1) -> LightError {
    .setAside(path: record, flaw, to: "\(record).aside-\(number)")
  }
}
