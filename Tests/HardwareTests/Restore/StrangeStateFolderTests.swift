import EventLoop
import Glibc
import HardwareTesting
import Testing

@testable import Hardware

/// Foreign files in the state folder are quarantined, and do not prevent records.
@Suite struct StrangeStateFolderTests {
  @Test(arguments: ["restore-records", "restore-records.new"])
  func `a folder in the place of the record or its draft is quarantined`(name: String) throws {
    let folder = try RestoreRecordFolder()
    mkdir(folder.path, 0o700)
    mkdir("\(folder.path)/\(name)", 0o700)

    let file = try folder.opened()
    try file.record(.panel)

    #expect(try RestoreRecordText.restores(in: folder.bytes()) == [.panel])
    #expect(try folder.names.sorted() == ["restore-records", "\(name).quarantined-1"])
  }

  @Test func `a draft that appears while the daemon runs is quarantined`() throws {
    let folder = try RestoreRecordFolder()
    let file = try folder.opened()
    try folder.put([1], at: "restore-records.new")

    try file.record(.panel)

    #expect(try folder.names.sorted() == ["restore-records", "restore-records.new.quarantined-1"])
  }

  @Test(arguments: [true, false])
  func `a folder or a link in the place of the lock is quarantined`(isFolder: Bool) throws {
    let folder = try RestoreRecordFolder()
    mkdir(folder.path, 0o700)
    let lock = "\(folder.path)/lock"
    _ = isFolder ? mkdir(lock, 0o700) : symlink("/nowhere", lock)

    let file = try folder.opened()
    try file.record(.panel)

    #expect(try folder.names.sorted() == ["lock.quarantined-1", "restore-records"])
  }
}
