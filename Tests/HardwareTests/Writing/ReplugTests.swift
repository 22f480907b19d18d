import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.restoreIsRetried)) struct ReplugTests {
  @Test func `a device that returns unchanged is written at once`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(ENODEV))
    written.request(.level(50))
    written.clearJournal()

    written.update(written.kernel.light)
    written.runUntilIdle()

    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test func `the grace period for rights starts again with a new device`() throws {
    let written = try Written.holding()
    written.pass(.seconds(10))
    written.kernel.fail(.openToWrite, .code(EACCES), times: 3)

    written.update(written.kernel.light)
    written.request(.level(50))
    written.runThrough(.seconds(2))

    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test func `another device under the same name is read and gets no request of the former one`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(ENODEV))
    written.request(.level(60, record: .of()))
    written.clearJournal()
    var light = written.kernel.light
    light.incarnation += 1

    written.update(light)
    written.runUntilIdle()

    #expect(written.journal() == ["read 80"])
    #expect(written.reports() == [.found(80)])
  }
}
