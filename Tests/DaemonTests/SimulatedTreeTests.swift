import Brightness
import BrightnessEventLoop
import BrightnessModel
import ComposableCore
import ComposableTesting
import Foundation
import Glibc
import Hardware
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct SimulatedTreeTests {
  @Test func `a simulated machine has a panel and a keyboard that work`() throws {
    let folder = try TemporaryFolder()
    let tree = try SimulatedTree.made(in: folder.path)
    let records = try RestoreRecordFile.open("\(folder.path)/state")
    let loop = try EventLoop()

    let log = Log(.error, style: .program("brightnessd")) { _ in true }
    let daemon = withDependencies {
      $0.issueReporter = .recordingFailure
    } operation: {
      BrightnessDaemon(FakeTreeOrigin(root: tree.root), on: loop, records: records, log: log)
    }
    try daemon.assumeIsolated { daemon in
      _ = try daemon.start()
      daemon.whenAtRest { loop.stop() }
    }
    loop.run()

    let lights = daemon.assumeIsolated { VisibleLights($0.state) }
    #expect(lights.ids.map(\.description) == ["backlight/simulated_panel", "leds/simulated::kbd_backlight"])
    #expect(lights.ids.compactMap { lights[$0]?.base.setting.raw } == [600, 1])
  }

  @Test func `a simulated machine has a light sensor, whose light is 300 lux until somebody writes another`() throws {
    let folder = try TemporaryFolder()
    let tree = try SimulatedTree.made(in: folder.path)
    let light = "\(tree.root)/bus/iio/devices/iio:device0/in_illuminance_input"
    let first = try AttributeFile(path: light).number()

    try "20\n".write(toFile: light, atomically: false, encoding: .utf8)

    #expect(
      SensorChoice.find(under: tree.root).sensor
        == LightSensor(name: "simulated", device: "iio:device0", unit: .lux)
    )
    #expect(first == 300)
    #expect(try AttributeFile(path: light).number() == 20)
  }

  @Test func `a simulated machine is removed with its owner`() throws {
    let folder = try TemporaryFolder()
    let root = try SimulatedTree.made(in: folder.path).root

    #expect(access(root, F_OK) == -1)
  }

  @Test func `a simulated machine without a writable folder is an error`() throws {
    let error = #expect(throws: DaemonError.self) { _ = try SimulatedTree.made(in: "/proc/nowhere") }

    #expect(error?.description == "cannot create '/proc/nowhere/brightnessd-XXXXXX': no such file or directory")
  }
}
