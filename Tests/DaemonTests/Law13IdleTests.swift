import Brightness
import HardwareTesting
import Testing

@Suite struct Law13IdleTests {
  @Test func `at rest, held or not, nothing waits for time and nothing is under way`() throws {
    let desk = try Desk([Device.panel, Device.keyboard])
    #expect(desk.isIdle)

    desk.hold(1, .exactly(.all), fade: .milliseconds(200))
    desk.pass(.seconds(1))
    #expect(desk.isIdle)
    desk.release(1)

    #expect(desk.isIdle)
  }

  @Test func `a light that cannot be written waits for one moment at a time`() throws {
    let desk = try Desk()
    desk.files.fail("panel", .code(5))

    desk.hold(1, .exactly(.all))
    desk.pass(.seconds(10))

    #expect(desk.time.deadlineCount == 1)
  }
}
