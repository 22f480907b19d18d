@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Testing

@Suite struct DebtFileTroubleTests {
  @Test(arguments: [ENOSPC, EROFS, EACCES, EDQUOT, EIO], [PlayedFolderCalls.Call.open, .write, .rename])
  func `a debt that cannot be written down is not remembered, and what was recorded stays`(
    code: CInt,
    call: PlayedFolderCalls.Call
  ) throws {
    let folder = try DebtFolder()
    let calls = PlayedFolderCalls()
    let file = try folder.opened(calls)
    try file.record(.panel)
    calls.refuse(call, code)

    let error = #expect(throws: LightError.self) { try file.record(.monitor) }

    let verb = call == .rename ? "replace" : "write"
    #expect(error == .refused(SystemError(verb, folder.record, ErrorCode(rawValue: code))))
    #expect(file.debts == [.panel])
    #expect(try folder.names == ["debts"])
    #expect(try DebtText.debts(in: folder.bytes()) == [.panel])
  }

  @Test func `what could not be recorded can be recorded later`() throws {
    let folder = try DebtFolder()
    let calls = PlayedFolderCalls()
    let file = try folder.opened(calls)
    calls.refuse(.write, ENOSPC)
    #expect(throws: LightError.self) { try file.record(.panel) }
    calls.refuse(.write, nil)

    try file.record(.panel)

    #expect(try DebtText.debts(in: folder.bytes()) == [.panel])
  }

  @Test func `a record that the kernel took only the front of is none`() throws {
    let folder = try DebtFolder()
    let calls = PlayedFolderCalls()
    let file = try folder.opened(calls)
    calls.limitWrites(to: 10)

    let error = #expect(throws: LightError.self) { try file.record(.panel) }

    let length = DebtText.bytes(of: [.panel]).count
    #expect(error == .cutShort(path: folder.record, taken: 10, of: length))
    #expect(try folder.names.isEmpty)
  }

  @Test func `a kernel that lets no file grow keeps what was recorded`() async {
    await #expect(processExitsWith: .success) {
      let folder = try DebtFolder()
      let file = try folder.opened()
      try file.record(.panel)
      signal(SIGXFSZ, SIG_IGN)
      for limit in [1, 0] {
        var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: 1)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits) == 0)
        let error = #expect(throws: LightError.self) { try file.record(.monitor) }
        try #require(error != nil && file.debts == [.panel])
      }
      try #require(try folder.names == ["debts"])
      try #require(try DebtText.debts(in: folder.bytes()) == [.panel])
    }
  }

  @Test func `a debt that cannot be struck out stays owed`() throws {
    let folder = try DebtFolder()
    let calls = PlayedFolderCalls()
    let file = try folder.opened(calls)
    try file.record(.panel)
    calls.refuse(.remove, EROFS)

    let error = #expect(throws: LightError.self) { try file.clear(Debt.panel.light, at: Debt.panel.anchor) }

    #expect(error?.description == "cannot remove '\(folder.record)': read-only file system")
    #expect(file.debts == [.panel])
  }

  @Test func `a record that its reader would not take is not written`() throws {
    let folder = try DebtFolder()
    let file = try folder.opened()
    try file.record(.panel)

    let error = #expect(throws: LightError.self) {
      try file.record(.sample("long", at: String(repeating: "x", count: 65_536)))
    }

    #expect(error?.description == "cannot write '\(folder.record)': it would hold more than 65536 bytes")
    #expect(file.debts == [.panel])
  }

  @Test(arguments: 0...4)
  func `a process that ends while it records leaves the old record or the new one`(calls made: Int) throws {
    let folder = try DebtFolder()
    try folder.put([.panel])
    let calls = PlayedFolderCalls()
    var file: DebtFile? = try folder.opened(calls)
    calls.end(after: made)
    try? file?.record(.monitor)
    file = nil

    let next = try folder.opened()

    #expect(next.debts == (made < 3 ? [.panel] : [.panel, .monitor]))
    #expect(next.doubt == nil)
    #expect(try folder.names == ["debts"])
  }

  @Test func `a process that ends in the middle of a write leaves the old record`() throws {
    let folder = try DebtFolder()
    try folder.put([.panel])
    for length in 0..<DebtText.bytes(of: [.panel, .monitor]).count {
      let calls = PlayedFolderCalls()
      var file: DebtFile? = try folder.opened(calls)
      calls.limitWrites(to: length)
      calls.end(after: 2)
      try? file?.record(.monitor)
      file = nil
      #expect(try folder.names == ["debts", "debts.new"])

      let next = try folder.opened()

      #expect(next.debts == [.panel])
      #expect(try folder.names == ["debts"])
    }
  }

  @Test(arguments: 0...1)
  func `a process that ends while it strikes out the last debt leaves it or nothing`(calls made: Int) throws {
    let folder = try DebtFolder()
    try folder.put([.panel])
    let calls = PlayedFolderCalls()
    var file: DebtFile? = try folder.opened(calls)
    calls.end(after: made)
    try? file?.clear(Debt.panel.light, at: Debt.panel.anchor)
    file = nil

    let next = try folder.opened()

    #expect(next.debts == (made == 0 ? [.panel] : []))
    #expect(next.doubt == nil)
  }
}
