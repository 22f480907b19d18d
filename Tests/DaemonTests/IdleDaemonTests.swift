import Brightness
import BrightnessModel
import Guarantees
import HardwareTesting
import Testing

@Suite(.tags(.idle)) struct IdleDaemonTests {
  @Test func `an idle daemon, with or without a hold, has no timer and no job`() throws {
    let daemon = try TestDaemon([Device.panel, Device.keyboard])
    #expect(daemon.isIdle)

    daemon.hold(1, .exactly(.all), fade: .milliseconds(200))
    daemon.pass(.seconds(1))
    #expect(daemon.isIdle)
    daemon.release(1)

    #expect(daemon.isIdle)
  }

  @Test func `a light that cannot be written has one timer`() throws {
    let daemon = try TestDaemon()
    daemon.files.fail("panel", .code(5))

    daemon.hold(1, .exactly(.all))
    daemon.pass(.seconds(10))

    #expect(daemon.time.deadlineCount == 1)
  }
}
