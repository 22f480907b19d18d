import Guarantees
@testable import Hardware

import BrightnessEventLoop
import Glibc
import HardwareTesting
import StateFiles
import Testing

@Suite(.tags(.survivesDaemonDeath)) final class RestoreRecordFaultTests {
  private let folder: TestStateFolder
  private let calls = FakeFolderCalls()

  init() throws { folder = try TestStateFolder() }

  @Test(arguments: [ENOSPC, EROFS, EACCES, EDQUOT, EIO], [FakeFolderCalls.Call.open, .write, .rename])
  func `a pending restore that cannot be written is dropped and the former record stays`(
    code: CInt,
    call: FakeFolderCalls.Call
  ) throws {
    let file = try folder.opened(calls)
    try file.record(.panel)
    calls.refuse(call, code)

    let error = #expect(throws: StateFileError.self) { try file.record(.monitor) }

    let verb = call == .rename ? "replace" : "write"
    #expect(error == .refused(SystemError(verb, folder.record, ErrorCode(rawValue: code))))
    #expect(file.restores == [.panel])
    #expect(try folder.names == ["restore-records"])
    #expect(try folder.recorded() == [.panel])
  }
  @Test func `a record that was written partially is discarded`() throws {
    let file = try folder.opened(calls)
    calls.limitWrites(to: 10)

    let error = #expect(throws: StateFileError.self) { try file.record(.panel) }

    let length = RestoreRecordText.bytes(of: [.panel]).count
    #expect(error == .cutShort(path: folder.record, taken: 10, of: length))
    #expect(try folder.names.isEmpty)
  }

  @Test func `the record stays when the file cannot grow`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TestStateFolder()
      let file = try folder.opened()
      try file.record(.panel)
      signal(SIGXFSZ, SIG_IGN)
      for limit in [1, 0] {
        var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: 1)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits) == 0)
        let error = #expect(throws: StateFileError.self) { try file.record(.monitor) }
        try #require(error != nil && file.restores == [.panel])
      }
      try #require(try folder.names == ["restore-records"])
      try #require(try folder.recorded() == [.panel])
    }
  }

  @Test func `a pending restore that cannot be cleared stays`() throws {
    let file = try folder.opened(calls)
    try file.record(.panel)
    calls.refuse(.remove, EROFS)

    let error = #expect(throws: StateFileError.self) {
      try file.clear(PendingRestore.panel.light, at: PendingRestore.panel.anchor)
    }

    #expect(error?.description == "cannot remove '\(folder.record)': read-only file system")
    #expect(file.restores == [.panel])
  }

  @Test func `a record beyond the reader's limit is not written`() throws {
    let file = try folder.opened()
    try file.record(.panel)

    let error = #expect(throws: StateFileError.self) {
      try file.record(.sample("long", at: String(repeating: "x", count: 65_536)))
    }

    #expect(error?.description == "cannot write '\(folder.record)': it would hold more than 65536 bytes")
    #expect(file.restores == [.panel])
  }

  @Test(arguments: 0...4)
  func `a process that ends while it records leaves the old record or the new one`(calls made: Int) throws {
    try folder.put([.panel])
    var file: RestoreRecordFile? = try folder.opened(calls)
    calls.end(after: made)
    try? file?.record(.monitor)
    file = nil

    let next = try folder.opened()

    #expect(next.restores == (made < 3 ? [.panel] : [.panel, .monitor]))
    #expect(next.corruptRecord == nil)
    #expect(try folder.names == ["restore-records"])
  }

  @Test func `a process that ends in the middle of a write leaves the old record`() throws {
    try folder.put([.panel])
    for length in 0..<RestoreRecordText.bytes(of: [.panel, .monitor]).count {
      let calls = FakeFolderCalls()
      var file: RestoreRecordFile? = try folder.opened(calls)
      calls.limitWrites(to: length)
      calls.end(after: 2)
      try? file?.record(.monitor)
      file = nil
      #expect(try folder.names == ["restore-records", "restore-records.new"])

      let next = try folder.opened()

      #expect(next.restores == [.panel])
      #expect(try folder.names == ["restore-records"])
    }
  }

  @Test(arguments: 0...1)
  func `a process that ends while it clears the last pending restore leaves it or no file`(calls made: Int) throws {
    try folder.put([.panel])
    var file: RestoreRecordFile? = try folder.opened(calls)
    calls.end(after: made)
    try? file?.clear(PendingRestore.panel.light, at: PendingRestore.panel.anchor)
    file = nil

    let next = try folder.opened()

    #expect(next.restores == (made == 0 ? [.panel] : []))
    #expect(next.corruptRecord == nil)
  }
}
