import Brightness
import BrightnessEventLoop
import BrightnessModel
import Glibc
import Hardware
import HardwareTesting
import Service
import StateFiles
import Testing

@testable import Daemon

@Suite final class AmbientFileTests {
  private let folder: TestStateFolder
  private let calls = FakeFolderCalls()
  private let log = Lines()

  init() throws { folder = try TestStateFolder() }

  private func file() throws -> AmbientFile {
    let state = try StateFolder(folder.path, waiting: false)
    let file = SmallFile(name: "automatic", folder: state, limit: StateRecords.limit, calls: calls)
    return AmbientFile(file, log.log(.warning))
  }

  @Test func `what was saved is read by the next daemon, and no file means nothing`() throws {
    #expect(try saved() == nil)
    do {
      let file = try file()
      _ = file.read()
      file.save(.sample)
    }

    #expect(try saved() == .sample)
    #expect(log.all == [])
    #expect(try folder.names == ["automatic"])
  }

  @Test func `the file is removed when there is nothing to keep`() throws {
    let file = try file()
    _ = file.read()
    file.save(.sample)

    file.save(AmbientRecord(room: AmbientLight(steps: 1)))

    #expect(try folder.names == [])
  }

  @Test(arguments: [
    (Array("garbage".utf8), "it does not begin as such a file does"),
    (Array("brightnessd automatic 2\n".utf8), "it is of version 2, and known is 1"),
    (AmbientRecordText.bytes(of: .sample).dropLast(), "it is truncated or corrupt"),
    (SealedText(kind: "automatic", version: 1).bytes(of: ["ambient", "light=a"]), "its line 3 is malformed"),
    ([UInt8](repeating: 0, count: 65_537), "it is larger than 64 KiB"),
  ])
  func `a file that is not trusted is quarantined, and lessons begin anew`(bytes: [UInt8], flaw: String) throws {
    try folder.put(bytes, at: "automatic")
    let file = try file()

    let record = file.read()
    file.save(.sample)

    let path = "\(folder.path)/automatic"
    #expect(record == nil)
    #expect(log.all == ["brightnessd: cannot trust '\(path)': \(flaw); it was moved to '\(path).quarantined-1'\n"])
    #expect(try folder.bytes(of: "automatic.quarantined-1") == bytes)
    #expect(try folder.bytes(of: "automatic") == AmbientRecordText.bytes(of: .sample))
  }

  @Test func `a file that others may write, or a link, is not trusted`() throws {
    try folder.put(AmbientRecordText.bytes(of: .sample), at: "automatic", mode: 0o666)
    let first = try saved()
    try folder.put(AmbientRecordText.bytes(of: .sample), at: "elsewhere")
    symlink("elsewhere", "\(folder.path)/automatic")
    let second = try saved()

    #expect(first == nil)
    #expect(second == nil)
    #expect(try folder.names.sorted() == ["automatic.quarantined-1", "automatic.quarantined-2", "elsewhere"])
  }

  @Test func `nothing is saved until a corrupt file can be quarantined`() throws {
    try folder.put(Array("garbage".utf8), at: "automatic")
    calls.refuse(.rename, EROFS)
    let file = try file()
    _ = file.read()
    file.save(.sample)
    let kept = try folder.bytes(of: "automatic")
    calls.refuse(.rename, nil)

    file.save(.sample)

    #expect(kept == Array("garbage".utf8))
    #expect(try folder.bytes(of: "automatic.quarantined-1") == Array("garbage".utf8))
    #expect(try folder.bytes(of: "automatic") == AmbientRecordText.bytes(of: .sample))
  }

  @Test(arguments: [ENOSPC, EROFS, EDQUOT], [FakeFolderCalls.Call.open, .write, .rename])
  func `on a full disk the former file stays, and the next change is tried again`(
    code: CInt,
    call: FakeFolderCalls.Call
  ) throws {
    let file = try file()
    _ = file.read()
    file.save(.sample)
    var other = AmbientRecord.sample
    other.room = nil
    calls.refuse(call, code)
    file.save(other)
    let kept = try folder.bytes(of: "automatic")
    calls.refuse(call, nil)

    file.save(other)

    #expect(kept == AmbientRecordText.bytes(of: .sample))
    #expect(log.all.count == 1)
    #expect(log.all.first?.hasPrefix("brightnessd: cannot \(call == .rename ? "replace" : "write") '") == true)
    #expect(try folder.bytes(of: "automatic") == AmbientRecordText.bytes(of: other))
    #expect(try folder.names == ["automatic"])
  }

  @Test(arguments: [EMFILE, ENOMEM])
  func `a file that cannot be opened for lack of descriptors or memory is neither trusted nor replaced`(
    code: CInt
  ) throws {
    try folder.put(AmbientRecordText.bytes(of: .sample), at: "automatic")
    let file = try file()
    calls.refuse(.open, code)
    let record = file.read()
    calls.refuse(.open, nil)

    file.save(AmbientRecord())

    #expect(record == nil)
    #expect(log.all.first?.hasSuffix("; automatic brightness begins anew, and is not saved\n") == true)
    #expect(try folder.bytes(of: "automatic") == AmbientRecordText.bytes(of: .sample))
  }

  @Test func `the draft of a daemon that died while it saved is removed`() throws {
    try folder.put([1], at: "automatic.new")

    #expect(try saved() == nil)
    #expect(try folder.names == [])
  }

  /// What the next daemon reads.
  private func saved() throws -> AmbientRecord? { try file().read() }
}
