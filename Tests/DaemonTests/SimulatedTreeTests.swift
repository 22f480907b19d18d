import Brightness
import EventLoop
import Glibc
import Hardware
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct SimulatedTreeTests {
  @Test func `a simulated machine has a panel and a keyboard that work`() throws {
    let folder = try TemporaryFolder()
    let tree = try SimulatedTree.made(in: folder.path)
    let records = try DebtFile.open("\(folder.path)/state")
    let loop = try EventLoop()

    let keeper = LightKeeper(FakeTreeOrigin(root: tree.root), on: loop, records: records) { _ in }
    try keeper.assumeIsolated { keeper in
      try keeper.begin()
      keeper.settle { _ in loop.stop() }
    }
    loop.run()

    let lights = keeper.assumeIsolated { $0.lights }
    #expect(lights.ids.map(\.description) == ["backlight/simulated_panel", "leds/simulated::kbd_backlight"])
    #expect(lights.ids.compactMap { lights[$0]?.base.setting.raw } == [600, 1])
  }

  @Test func `a simulated machine goes with its owner`() throws {
    let folder = try TemporaryFolder()
    let root = try SimulatedTree.made(in: folder.path).root

    #expect(access(root, F_OK) == -1)
  }

  @Test func `where no folder can be made there is no machine`() throws {
    let error = #expect(throws: DaemonError.self) { _ = try SimulatedTree.made(in: "/proc/nowhere") }

    #expect(error?.description == "cannot create '/proc/nowhere/brightnessd-XXXXXX': no such file or directory")
  }
}
