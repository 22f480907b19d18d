import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import DDCTesting
import Glibc
import Guarantees
import HardwareTesting
import Testing

@testable import Daemon

@Suite(.tags(.survivesDaemonDeath)) struct AutomaticRestartTests {
  @Test(arguments: [false, true])
  func `a restart is invisible`(isLightMoved: Bool) throws {
    let daemon = try TestDaemon.following()
    try daemon.connect().set(70)
    daemon.live(.seconds(5))
    if isLightMoved { try daemon.live(in: 1000) }
    let before = daemon.follower()
    let level = daemon.level()
    _ = daemon.files.takeWritten()

    try daemon.restart()
    daemon.live(.seconds(60))

    #expect(daemon.files.takeWritten() == [])
    #expect(daemon.level() == level)
    #expect(daemon.follower() == before)
    #expect(daemon.lessons == ["300 lux: 70%"])
    #expect(daemon.sensorThread.isThere)
  }

  @Test func `a start in other light adapts`() throws {
    let daemon = try TestDaemon.following()
    daemon.kill()
    try daemon.light(10_000)

    try daemon.start()
    daemon.live(.seconds(5))

    #expect(daemon.level() == 100)
  }

  @Test func `a level that somebody set while there was no daemon stays, and teaches nothing`() throws {
    let daemon = try TestDaemon.following()
    daemon.kill()
    try daemon.moveSilently(to: 20)

    try daemon.start()
    daemon.live(.seconds(60))

    #expect(daemon.level() == 20)
    #expect(daemon.lessons == [])
    #expect(daemon.follower()?.offset != nil)
  }

  @Test func `off is remembered with the lessons`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    try client.set(70)
    daemon.live(.seconds(5))
    try client.ask(AutomaticInterface.TurnOff())

    try daemon.restart()
    try daemon.live(in: 10_000)

    #expect(daemon.follower()?.mode == .off)
    #expect(daemon.lessons == ["300 lux: 70%"])
    #expect(daemon.level() == 70)
    #expect(!daemon.sensorThread.isThere)
  }

  @Test func `a daemon with nothing to remember has no file`() throws {
    let daemon = try TestDaemon.following()
    #expect(try daemon.stateNames().contains("automatic"))

    let client = try daemon.connect()
    try client.ask(AutomaticInterface.TurnOff())
    try client.ask(AutomaticInterface.Forget(light: "panel"))

    #expect(try !daemon.stateNames().contains("automatic"))
  }

  @Test func `the file is where it survives a reboot, and monitors are followed by their names`() throws {
    let daemon = try TestDaemon.withSensor([Device.panel], monitors: [TestMonitor()])
    try daemon.connect().ask(AutomaticInterface.TurnOn())
    daemon.live(.seconds(6))

    try daemon.reboot()

    #expect(try Folder.names(in: daemon.lasting).contains("automatic"))
    #expect(daemon.core.followingLights.map(\.id) == [LightID(.backlight, "panel"), .monitor])
    #expect(daemon.core.followingLights.map(\.mode) == [.on, .on])
  }

  @Test func `a corrupt file is moved away, and the level stays`() throws {
    let daemon = try TestDaemon.following()
    daemon.kill()
    try daemon.overwrite("automatic", with: "brightnessd automatic 1\nambient\nend 0000000000000000\n")
    let lines = Lines()

    try daemon.start(lines)
    try daemon.live(in: 10_000)

    #expect(lines.all.count == 1)
    #expect(lines.all.first?.contains("automatic': it is truncated or corrupt; it was moved to '") == true)
    #expect(daemon.follower() == nil)
    #expect(daemon.level() == 60)
  }

  @Test func `a daemon that cannot save follows all the same, and says so`() throws {
    let daemon = try TestDaemon.withSensor()
    daemon.kill()
    let lines = Lines()
    try daemon.start(lines)
    try daemon.blockState()

    try daemon.connect().ask(AutomaticInterface.TurnOn())
    daemon.live(.seconds(6))
    try daemon.live(in: 10_000)

    #expect(daemon.level() == 100)
    #expect(lines.all.first?.contains("'\(daemon.state)") == true)
  }

  /// The record is written before the light, so that the next daemon knows the level that it finds.
  @Test func `a daemon killed in the middle of a fade goes on with the light that it finds`() throws {
    let daemon = try TestDaemon.following()
    try daemon.light(10_000)
    daemon.live(until: { daemon.level() != 60 })
    #expect(daemon.level() != 100)

    try daemon.restart()
    daemon.live(.seconds(60))

    #expect(daemon.level() == 100)
    #expect(daemon.follower()?.offset == nil)
  }
}
