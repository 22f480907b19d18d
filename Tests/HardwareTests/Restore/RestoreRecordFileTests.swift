@testable import Hardware

import BrightnessEventLoop
import Glibc
import HardwareTesting
import StateFiles
import Testing

@Suite final class RestoreRecordFileTests {
  private let folder: TestStateFolder

  init() throws { folder = try TestStateFolder() }

  @Test func `without a record nothing is pending`() throws {
    let file = try folder.opened()

    #expect(file.restores.isEmpty)
    #expect(file.corruptRecord == nil)
    #expect(try folder.names.isEmpty)
  }

  @Test func `a new state folder is accessible to its owner only`() throws {
    let file = try RestoreRecordFile.open(folder.path)
    try file.record(.panel)

    #expect(mode(of: folder.path) == 0o700)
    #expect(mode(of: folder.record) == 0o600)
  }

  @Test func `without the persistent state folder records are kept, and the reason is reported`() throws {
    let lasting = "\(folder.path)-missing/lasting"

    let file = try RestoreRecordFile.open(folder.path, lasting: lasting)
    try file.record(.monitor)

    #expect(file.lastingProblem?.description == "cannot create '\(lasting)': no such file or directory")
    #expect(file.lastingFolder == nil)
    #expect(try folder.recorded() == [.monitor])
  }

  @Test func `a pending restore replaces the former one of its light`() throws {
    let file = try folder.opened()
    try PendingRestore.three.forEach(file.record)
    let other = PendingRestore.sample(raw: 7)

    try file.record(other)

    #expect(file.restores == [other, .monitor, .keyboard])
    #expect(try folder.recorded() == file.restores)
  }

  @Test func `a light of the same name elsewhere has a pending restore of its own`() throws {
    let file = try folder.opened()
    let elsewhere = PendingRestore.sample(at: "/sys/other/eDP-1")
    try file.record(.panel)
    try file.record(elsewhere)

    try file.clear(elsewhere.light, at: elsewhere.anchor)

    #expect(file.restores == [.panel])
  }

  @Test func `clearing the last pending restore removes the file`() throws {
    let file = try folder.opened()
    try file.record(.panel)

    try file.clear(PendingRestore.panel.light, at: PendingRestore.panel.anchor)

    #expect(file.restores.isEmpty)
    #expect(try folder.names.isEmpty)
  }

  @Test func `a change of the record makes three system calls, and an unchanged one none`() throws {
    let calls = FakeFolderCalls()
    let file = try folder.opened(calls)
    let opened = calls.count
    try file.record(.panel)
    let recorded = calls.count

    try file.record(.panel)
    try file.clear(PendingRestore.monitor.light, at: PendingRestore.monitor.anchor)

    #expect(recorded - opened == 3)
    #expect(calls.count == recorded)
  }

  @Test func `a removed state folder is created again with all pending restores`() throws {
    let file = try folder.opened()
    try file.record(.panel)
    unlink(folder.record)
    unlink("\(folder.path)/lock")
    rmdir(folder.path)

    try file.record(.monitor)

    #expect(try folder.recorded() == [.panel, .monitor])
    #expect(throws: StateFileError.self) { try folder.opened() }
  }

  @Test func `a removed folder that another process has created again belongs to that process`() throws {
    let file = try folder.opened()
    try file.record(.panel)
    rename(folder.path, folder.path + ".old")
    unlink("\(folder.path).old/restore-records")
    unlink("\(folder.path).old/lock")
    rmdir("\(folder.path).old")
    let other = try folder.opened()

    let error = #expect(throws: StateFileError.self) { try file.record(.monitor) }

    #expect(
      error?.description == "cannot open '\(folder.path)': it is in use by process \(getpid()) (\(try program()))"
    )
    #expect(file.restores == [.panel])
    #expect(other.restores.isEmpty)
  }

  @Test func `concurrent changes of many threads are all recorded`() async throws {
    let file = try folder.opened()
    let restores = (0..<8).map { PendingRestore.sample("light\($0)") }

    try await withThrowingTaskGroup(of: Void.self) { group in
      for restore in restores {
        group.addTask {
          for raw in 0..<50 {
            var changed = restore
            changed.raw = raw
            try file.record(changed)
            if raw.isMultiple(of: 8) { try file.clear(restore.light, at: restore.anchor) }
            _ = file.restores
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(Set(file.restores.map(\.light)) == Set(restores.map(\.light)))
    #expect(file.restores.allSatisfy { $0.raw == 49 })
    #expect(try folder.recorded() == file.restores)
  }

  @Test func `recording a pending restore that could not be read back traps`() async {
    await #expect(processExitsWith: .failure) {
      let folder = try TestStateFolder()
      try folder.opened().record(.sample("../intel_backlight"))
      try #require(try folder.names == ["restore-records"])
    }
    await #expect(processExitsWith: .failure) {
      let folder = try TestStateFolder()
      try folder.opened().record(.sample(raw: -1))
      try #require(try folder.names == ["restore-records"])
    }
  }
}

private func mode(of path: String) -> mode_t {
  var status = stat()
  return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

func program() throws -> String { try AttributeFile(path: "/proc/self/comm").text() }
