@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Testing

@Suite struct DebtFileTests {
  @Test func `without a record nothing is owed`() throws {
    let folder = try DebtFolder()

    let file = try folder.opened()

    #expect(file.debts.isEmpty)
    #expect(file.doubt == nil)
    #expect(try folder.names.isEmpty)
  }

  @Test func `a folder that is made is its owner's alone`() throws {
    let folder = try DebtFolder()

    let file = try DebtFile.open(folder.path)
    try file.record(.panel)

    #expect(mode(of: folder.path) == 0o700)
    #expect(mode(of: folder.record) == 0o600)
  }

  @Test func `what was recorded is there after the process`() throws {
    let folder = try DebtFolder()
    try Debt.three.forEach(folder.opened().record)

    let debts = try folder.opened().debts

    #expect(debts == Debt.three)
  }

  @Test func `a debt takes the place of what was recorded of its light`() throws {
    let folder = try DebtFolder()
    let file = try folder.opened()
    try Debt.three.forEach(file.record)
    let other = Debt.sample(raw: 7)

    try file.record(other)

    #expect(file.debts == [other, .monitor, .keyboard])
    #expect(try DebtText.debts(in: folder.bytes()) == file.debts)
  }

  @Test func `a light of the same name elsewhere has a debt of its own`() throws {
    let folder = try DebtFolder()
    let file = try folder.opened()
    let elsewhere = Debt.sample(at: "/sys/other/eDP-1")
    try file.record(.panel)
    try file.record(elsewhere)

    try file.clear(elsewhere.light, at: elsewhere.anchor)

    #expect(file.debts == [.panel])
  }

  @Test func `the last debt takes the record with it`() throws {
    let folder = try DebtFolder()
    let file = try folder.opened()
    try file.record(.panel)

    try file.clear(Debt.panel.light, at: Debt.panel.anchor)

    #expect(file.debts.isEmpty)
    #expect(try folder.names.isEmpty)
  }

  @Test func `what changes nothing costs nothing`() throws {
    let folder = try DebtFolder()
    let calls = PlayedFolderCalls()
    let file = try folder.opened(calls)
    try file.record(.panel)
    let before = calls.count

    try file.record(.panel)
    try file.clear(Debt.monitor.light, at: Debt.monitor.anchor)

    #expect(calls.count == before)
  }

  @Test func `a change costs an open, a write and a rename`() throws {
    let folder = try DebtFolder()
    let calls = PlayedFolderCalls()
    let file = try folder.opened(calls)
    let before = calls.count

    try file.record(.panel)

    #expect(calls.count - before == 3)
  }

  @Test func `a folder that was removed underneath is made again, with all that is owed`() throws {
    let folder = try DebtFolder()
    let file = try folder.opened()
    try file.record(.panel)
    unlink(folder.record)
    unlink("\(folder.path)/lock")
    rmdir(folder.path)

    try file.record(.monitor)

    #expect(try DebtText.debts(in: folder.bytes()) == [.panel, .monitor])
    #expect(throws: LightError.self) { try folder.opened() }
  }

  @Test func `a removed folder that somebody else keeps by now is his`() throws {
    let folder = try DebtFolder()
    let file = try folder.opened()
    try file.record(.panel)
    rename(folder.path, folder.path + ".old")
    unlink("\(folder.path).old/debts")
    unlink("\(folder.path).old/lock")
    rmdir("\(folder.path).old")
    let other = try folder.opened()

    let error = #expect(throws: LightError.self) { try file.record(.monitor) }

    #expect(error?.description == "cannot open '\(folder.path)': process \(getpid()) (\(try program())) keeps it")
    #expect(file.debts == [.panel])
    #expect(other.debts.isEmpty)
  }

  @Test func `many threads record and clear at once, and nothing is lost`() async throws {
    let folder = try DebtFolder()
    let file = try folder.opened()
    let debts = (0..<8).map { Debt.sample("light\($0)") }

    try await withThrowingTaskGroup(of: Void.self) { group in
      for debt in debts {
        group.addTask {
          for raw in 0..<50 {
            var changed = debt
            changed.raw = raw
            try file.record(changed)
            if raw.isMultiple(of: 8) { try file.clear(debt.light, at: debt.anchor) }
            _ = file.debts
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(Set(file.debts.map(\.light)) == Set(debts.map(\.light)))
    #expect(file.debts.allSatisfy { $0.raw == 49 })
    #expect(try DebtText.debts(in: folder.bytes()) == file.debts)
  }

  @Test func `a debt that could not be read back is a mistake of ours`() async {
    await #expect(processExitsWith: .failure) {
      let folder = try DebtFolder()
      try folder.opened().record(.sample("../intel_backlight"))
      try #require(try folder.names == ["debts"])
    }
    await #expect(processExitsWith: .failure) {
      let folder = try DebtFolder()
      try folder.opened().record(.sample(raw: -1))
      try #require(try folder.names == ["debts"])
    }
  }
}

private func mode(of path: String) -> mode_t {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

func program() throws -> String { try AttributeFile(path: "/proc/self/comm").text() }
