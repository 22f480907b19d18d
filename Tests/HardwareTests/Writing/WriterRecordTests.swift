import BrightnessModel
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.survivesDaemonDeath)) struct WriterRecordTests {
  @Test func `a pending restore is on record before the light is written`() throws {
    let written = try Written()

    written.request(.level(80, record: .of(), expected: 50))

    #expect(written.journal() == ["read 50", "record 50", "write 80", "read 80"])
    #expect(written.reports() == [.wrote(80, shows: 80)])
  }

  @Test func `the record is cleared after the base level was read back`() throws {
    let written = try Written.holding()

    written.request(.level(50))

    #expect(written.journal() == ["read 80", "write 50", "read 50", "clear panel"])
    #expect(written.records.restores == [:])
    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test(arguments: [nil, 90])
  func `another base level is recorded before a reading that fails`(target: Int?) throws {
    let written = try Written.holding()
    written.kernel.fail(.read, .code(EIO))

    written.request(TargetRequest(target: target, record: .of(.panel, 60), expected: 80))

    #expect(written.journal() == ["record 60"])
    #expect(written.records.restores == [.panel: .of(.panel, 60)])
  }

  @Test func `a request without a level changes the record only`() throws {
    let written = try Written()

    written.request(.record(.of()))
    written.request(.record(nil))

    #expect(written.journal() == ["record 50", "clear panel"])
    #expect(written.reports() == [.recorded, .recorded])
  }

  @Test func `a pending restore under the former name is replaced by one under the present name`() throws {
    let former = PendingRestore.of(LightID(.backlight, "former"))
    let written = try Written(level: 80, recorded: former)

    written.request(.level(90, record: .of()))

    #expect(written.journal() == ["read 80", "record 50", "clear former", "write 90", "read 90"])
    #expect(written.records.restores == [.panel: .of()])
  }

  @Test func `a level that cannot be recorded is not written and is retried`() throws {
    let written = try Written()
    written.records.refuse(ENOSPC)

    written.request(.level(80, record: .of(), expected: 50))
    written.runUntilIdle(after: .milliseconds(250))
    let journal = written.journal()
    written.records.refuse(nil)
    written.runUntilIdle(after: .milliseconds(500))

    #expect(journal == ["read 50", "record refused", "read 50", "record refused"])
    #expect(written.journal() == ["read 50", "record 50", "write 80", "read 80"])
    #expect(
      written.reports().map(\.text) == [
        "unrecorded: cannot record 'restore-records': no space left on device", "wrote 80",
      ]
    )
  }

  @Test func `a return to a base level that cannot be recorded is written all the same`() throws {
    let written = try Written.holding()
    written.records.refuse(ENOSPC)
    var request = TargetRequest.level(60, record: .of(.panel, 60))
    request.isReturn = true

    written.request(request)

    #expect(
      written.journal() == ["record refused", "read 80", "record refused", "write 60", "read 60", "clear refused"]
    )
    #expect(written.kernel.level == 60)
  }

  @Test func `a record that cannot be cleared is reported and cleared later without another write`() throws {
    let written = try Written.holding()
    written.records.refuse(EROFS)

    written.request(.level(50))
    let reports = written.reports()
    written.records.refuse(nil)
    written.runUntilIdle(after: .milliseconds(250))

    #expect(reports.map(\.text) == ["wrote 50", "uncleared: cannot clear 'restore-records': read-only file system"])
    #expect(written.journal() == ["read 80", "write 50", "read 50", "clear refused", "clear panel"])
    #expect(written.reports() == [.recorded])
  }

  @Test(arguments: [FakeKernel.Call.openToWrite, .write, .read, .openToRead])
  func `a failed return keeps its record`(call: FakeKernel.Call) throws {
    let written = try Written.holding()
    written.kernel.fail(call, .code(EIO), times: 1000)

    written.request(.level(50))
    written.runUntilIdle(after: .seconds(1000))

    #expect(written.records.restores == [.panel: .of()])
  }
}
