import Brightness
import Glibc
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct SettlementTests {
  @Test func `what a killed daemon owed is paid`() throws {
    let desk = try Desk([Device.panel, Device.keyboard])
    desk.hold(1, .exactly(.all))
    desk.kill()
    #expect(desk.level() == 100)

    let left = try Settlement.pay(recordedIn: desk.state, lightsOf: FakeTreeOrigin(root: desk.root))

    #expect(left == [])
    #expect(desk.level() == 60)
    #expect(try DebtFile.open(desk.state, waiting: true).debts == [])
  }

  @Test func `a debt whose light is away is left, and said`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.kill()
    try desk.unplugUnheard()

    let left = try Settlement.pay(recordedIn: desk.state, lightsOf: FakeTreeOrigin(root: desk.root))

    #expect(left == ["cannot settle 'backlight/panel': it is not there"])
  }

  @Test func `a light that cannot be written is said with the reason`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.kill()
    try desk.blockLevel()

    let left = try Settlement.pay(recordedIn: desk.state, lightsOf: FakeTreeOrigin(root: desk.root))

    #expect(left.count == 1)
    #expect(left.first?.hasPrefix("cannot settle 'backlight/panel': cannot ") == true)
  }

  @Test func `a record that is not trusted is said`() throws {
    let desk = try Desk()
    desk.kill()
    try desk.overwrite("debts", with: "torn")

    let left = try Settlement.pay(recordedIn: desk.state, lightsOf: FakeTreeOrigin(root: desk.root))

    #expect(left.count == 1)
    #expect(left.first?.hasPrefix("cannot trust '\(desk.state)/debts': ") == true)
  }

  @Test func `where nothing was ever recorded nothing is owed, and nothing made`() throws {
    let tree = try FakeTree()

    let left = try Settlement.pay(recordedIn: tree.path("state"), lightsOf: FakeTreeOrigin(root: tree.root))

    #expect(left == [])
    #expect(access(tree.path("state"), F_OK) == -1)
  }

  @Test func `a folder that cannot be used is an error`() throws {
    let tree = try FakeTree()
    try tree.put(.text(""), at: "state")

    let error = #expect(throws: LightError.self) {
      try Settlement.pay(recordedIn: tree.path("state"), lightsOf: FakeTreeOrigin(root: tree.root))
    }

    #expect(error?.description == "cannot open '\(tree.path("state"))': not a directory")
  }
}

extension Desk {
  fileprivate func unplugUnheard() throws {
    try put(0, of: Device.panel, at: "max_brightness")
  }

  /// Puts a folder where the level was, which nobody can write.
  fileprivate func blockLevel() throws {
    let path = "\(root)/\(Device.panel.path)/brightness"
    unlink(path)
    mkdir(path, 0o755)
  }
}
