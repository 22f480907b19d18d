@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Synchronization
import Testing

@Suite struct StateFolderTests {
  @Test func `a second one is told who was first`() throws {
    let folder = try DebtFolder()
    let first = try folder.opened()

    let error = #expect(throws: LightError.self) { try folder.opened() }

    #expect(error?.description == "cannot open '\(folder.path)': process \(getpid()) (\(try program())) keeps it")
    #expect(first.debts.isEmpty)
  }

  @Test func `one who has not signed yet keeps it all the same`() throws {
    let folder = try DebtFolder()
    let first = try folder.opened()
    try folder.put([], at: "lock")

    let error = #expect(throws: LightError.self) { try folder.opened() }

    #expect(error == .kept(path: folder.path, by: "another process"))
    #expect(first.debts.isEmpty)
  }

  @Test func `of two at once one waits, and finds what the other left`() async throws {
    let folder = try DebtFolder()
    let path = folder.path
    let hasLetGo = Atomic(false)
    var first: DebtFile? = try folder.opened()
    async let second = {
      let file = try DebtFile.open(path, waiting: true)
      return (file.debts, hasLetGo.load(ordering: .acquiring))
    }()
    try first?.record(.panel)
    hasLetGo.store(true, ordering: .releasing)
    first = nil

    let (debts, wasLetGo) = try await second

    #expect(debts == [.panel])
    #expect(wasLetGo)
  }

  @Test func `a killed process leaves its debts and no lock`() async throws {
    let folder = try DebtFolder()
    let path = folder.path

    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try DebtFile.open(path)
      try file.record(.panel)
      try file.record(.keyboard)
      kill(getpid(), SIGKILL)
    }

    #expect(try folder.opened().debts == [.panel, .keyboard])
  }

  @Test func `a folder whose parent is missing cannot be made`() throws {
    let folder = try DebtFolder()
    let path = "\(folder.path)/below"

    let error = #expect(throws: LightError.self) { try DebtFile.open(path) }

    #expect(error?.description == "cannot create '\(path)': no such file or directory")
  }

  @Test func `a file where the folder should be is an error`() throws {
    let folder = try DebtFolder()
    try folder.put([])
    let path = folder.record

    let error = #expect(throws: LightError.self) { try DebtFile.open(path) }

    #expect(error?.description == "cannot open '\(path)': not a directory")
  }

  @Test func `a lock that is a link is not followed`() throws {
    let folder = try DebtFolder()
    try folder.put([], at: "other")
    symlink("other", "\(folder.path)/lock")

    let error = #expect(throws: LightError.self) { try folder.opened() }

    #expect(error?.description == "cannot open '\(folder.path)/lock': too many levels of symbolic links")
  }

  @Test func `two files in one folder do not know of each other`() throws {
    let folder = try DebtFolder()
    let state = try StateFolder(folder.path, waiting: false)
    let debts = try DebtFile(in: state)
    let other = SmallFile("sessions", in: state, limit: 100)

    try debts.record(.panel)
    try other.replace(with: [1, 2, 3])

    #expect(try other.read() == .success([1, 2, 3]))
    #expect(try folder.names == ["debts", "sessions"])
  }
}
