@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Synchronization
import Testing

@Suite struct StateFolderTests {
  @Test func `the error of a second process names the first`() throws {
    let folder = try RestoreRecordFolder()
    let first = try folder.opened()

    let error = #expect(throws: LightError.self) { try folder.opened() }

    #expect(
      error?.description == "cannot open '\(folder.path)': it is in use by process \(getpid()) (\(try program()))"
    )
    #expect(first.restores.isEmpty)
  }

  @Test func `a lock without a signature is respected`() throws {
    let folder = try RestoreRecordFolder()
    let first = try folder.opened()
    try folder.put([], at: "lock")

    let error = #expect(throws: LightError.self) { try folder.opened() }

    #expect(error == .locked(path: folder.path, by: "another process"))
    #expect(first.restores.isEmpty)
  }

  @Test func `a process waiting for the lock finds the records of the other one`() async throws {
    let folder = try RestoreRecordFolder()
    let path = folder.path
    let hasEnded = Atomic(false)
    var first: RestoreRecordFile? = try folder.opened()
    async let second = {
      defer { hasEnded.store(true, ordering: .releasing) }
      return try RestoreRecordFile.open(path, waiting: true).restores
    }()
    while try !isWaitedFor(folder), !hasEnded.load(ordering: .acquiring) { await Task.yield() }
    try first?.record(.panel)
    first = nil

    let restores = try await second

    #expect(restores == [.panel])
  }

  @Test func `a killed process leaves its pending restores and no lock`() async throws {
    let folder = try RestoreRecordFolder()
    let path = folder.path

    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try RestoreRecordFile.open(path)
      try file.record(.panel)
      try file.record(.keyboard)
      kill(getpid(), SIGKILL)
    }

    #expect(try folder.opened().restores == [.panel, .keyboard])
  }

  @Test func `a folder whose parent is missing cannot be made`() throws {
    let folder = try RestoreRecordFolder()
    let path = "\(folder.path)/below"

    let error = #expect(throws: LightError.self) { try RestoreRecordFile.open(path) }

    #expect(error?.description == "cannot create '\(path)': no such file or directory")
  }

  @Test func `a file where the folder should be is an error`() throws {
    let folder = try RestoreRecordFolder()
    try folder.put([])
    let path = folder.record

    let error = #expect(throws: LightError.self) { try RestoreRecordFile.open(path) }

    #expect(error?.description == "cannot open '\(path)': not a directory")
  }

  @Test func `two record files of one folder are independent`() throws {
    let folder = try RestoreRecordFolder()
    let state = try StateFolder(folder.path, waiting: false)
    let restores = try RestoreRecordFile(in: state)
    let other = SmallFile(name: "sessions", folder: state, limit: 100)

    #expect(try other.read { $0 }.value == nil)
    try restores.record(.panel)
    try other.replace(with: [1, 2, 3])

    #expect(try other.read { $0 }.value == [1, 2, 3])
    #expect(try folder.names == ["restore-records", "sessions"])
  }
}

/// Whether a process waits for the folder's lock, by the kernel's list of locks: "7: -> FLOCK ADVISORY WRITE 1 fe:00:42 0 EOF".
private func isWaitedFor(_ folder: borrowing RestoreRecordFolder) throws -> Bool {
  var status = stat()
  try #require(stat("\(folder.path)/lock", &status) == 0)
  let locks = try #require(fopen("/proc/locks", "r"))
  defer { fclose(locks) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, CInt(line.count), locks) != nil {
    let words = line.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }.split(separator: " ")
    if words.contains("->"), words.contains(where: { $0.hasSuffix(":\(status.st_ino)") }) { return true }
  }
  return false
}
