import BrightnessEventLoop
import Glibc
import HardwareTesting
import Synchronization
import Testing

@testable import StateFiles

@Suite final class StateFolderTests {
  private let folder: TestStateFolder

  init() throws { folder = try TestStateFolder() }

  @Test func `the error of a second process names the first`() throws {
    let first = try StateFolder(folder.path, waiting: false)

    let error = #expect(throws: StateFileError.self) { try StateFolder(folder.path, waiting: false) }

    #expect(
      error?.description == "cannot open '\(folder.path)': it is in use by process \(getpid()) (\(try program()))"
    )
    #expect(first.path == folder.path)
  }

  @Test func `a lock without a signature is respected`() throws {
    let first = try StateFolder(folder.path, waiting: false)
    try folder.put([], at: "lock")

    let error = #expect(throws: StateFileError.self) { try StateFolder(folder.path, waiting: false) }

    #expect(error == .locked(path: folder.path, by: "another process"))
    #expect(first.path == folder.path)
  }

  @Test func `a process waiting for the lock finds the records of the other one`() async throws {
    let path = folder.path
    let hasEnded = Atomic(false)
    var first: StateRecords? = StateRecords("session", version: 1, in: try StateFolder(path, waiting: false))
    async let second = {
      defer { hasEnded.store(true, ordering: .releasing) }
      return try StateRecords("session", version: 1, in: StateFolder(path, waiting: true)).names()
    }()
    while try !isWaitedFor(folder), !hasEnded.load(ordering: .acquiring) { await Task.yield() }
    try first?.record("a line", as: "7")
    first = nil

    let names = try await second

    #expect(names == ["7"])
  }

  @Test func `a killed process leaves its records and no lock`() async throws {
    let path = folder.path

    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let records = StateRecords("session", version: 1, in: try StateFolder(path, waiting: false))
      try records.record("a line", as: "7")
      try records.record("a line", as: "8")
      kill(getpid(), SIGKILL)
    }

    let next = try StateRecords("session", version: 1, in: StateFolder(path, waiting: false))
    #expect(try next.names() == ["7", "8"])
  }

  @Test func `a file where the folder should be is an error`() throws {
    try folder.put([], at: "file")
    let path = "\(folder.path)/file"

    let error = #expect(throws: StateFileError.self) { try StateFolder(path, waiting: false) }

    #expect(error?.description == "cannot open '\(path)': not a directory")
  }

  /// The name of this process, as the kernel has it.
  private func program() throws -> String {
    let line = try Descriptor.contents(of: "/proc/self/comm", upTo: 64)
    return String(decoding: line.dropLast(), as: UTF8.self)
  }
}

/// Whether a process waits for the folder's lock, by the kernel's list of locks: "7: -> FLOCK
/// ADVISORY WRITE 1 fe:00:42 0 EOF".
private func isWaitedFor(_ folder: borrowing TestStateFolder) throws -> Bool {
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
