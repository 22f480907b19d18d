import Brightness
import BrightnessModel
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import StateFiles
import Testing

@testable import Daemon

@Suite(.tags(.survivesDaemonDeath)) struct RestoreRunTests {
  @Test func `the pending restore of a killed daemon is completed`() throws {
    let daemon = try TestDaemon([Device.panel, Device.keyboard])
    daemon.hold(1, .exactly(.all))
    daemon.kill()
    #expect(daemon.level() == 100)

    let left = try RestoreRun.restoreAll(recordedIn: daemon.state, lightsOf: FakeTreeOrigin(root: daemon.root))

    #expect(left == [])
    #expect(daemon.level() == 60)
    #expect(try RestoreRecordFile.open(daemon.state, waiting: true).restores == [])
  }

  @Test func `a restore of an unplugged light stays, and is reported`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.kill()
    try daemon.unplugUnheard()

    let left = try RestoreRun.restoreAll(recordedIn: daemon.state, lightsOf: FakeTreeOrigin(root: daemon.root))

    #expect(left == ["cannot restore 'backlight/panel': it is not connected"])
  }

  @Test func `a light that cannot be written is reported with the reason`() throws {
    let daemon = try TestDaemon()
    daemon.hold(1, .exactly(.all))
    daemon.kill()
    try daemon.blockLevel()

    let left = try RestoreRun.restoreAll(recordedIn: daemon.state, lightsOf: FakeTreeOrigin(root: daemon.root))

    #expect(left.count == 1)
    #expect(left.first?.hasPrefix("cannot restore 'backlight/panel': cannot ") == true)
  }

  @Test func `a corrupt record is reported`() throws {
    let daemon = try TestDaemon()
    daemon.kill()
    try daemon.overwrite("restore-records", with: "truncated")

    let left = try RestoreRun.restoreAll(recordedIn: daemon.state, lightsOf: FakeTreeOrigin(root: daemon.root))

    #expect(left.count == 1)
    #expect(left.first?.hasPrefix("cannot trust '\(daemon.state)/restore-records': ") == true)
  }

  @Test func `without a record there is nothing to restore, and no file is created`() throws {
    let tree = try FakeTree()

    let left = try RestoreRun.restoreAll(recordedIn: tree.path("state"), lightsOf: FakeTreeOrigin(root: tree.root))

    #expect(left == [])
    #expect(access(tree.path("state"), F_OK) == -1)
  }

  @Test func `an unusable folder is an error`() throws {
    let tree = try FakeTree()
    try tree.put(.text(""), at: "state")

    let error = #expect(throws: StateFileError.self) {
      try RestoreRun.restoreAll(recordedIn: tree.path("state"), lightsOf: FakeTreeOrigin(root: tree.root))
    }

    #expect(error?.description == "cannot open '\(tree.path("state"))': not a directory")
  }
}

extension TestDaemon {
  fileprivate func unplugUnheard() throws {
    try put(0, of: Device.panel, at: "max_brightness")
  }

  /// Replaces the level file by a folder, which cannot be written.
  fileprivate func blockLevel() throws {
    let path = "\(root)/\(Device.panel.path)/brightness"
    unlink(path)
    mkdir(path, 0o755)
  }
}
