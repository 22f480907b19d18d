import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.restoreIsRetried)) struct ReadBackTests {
  @Test(arguments: ["", "garbage", "-1", "60 ", "99999999999999999999"])
  func `a level that is no number is read again`(text: String) throws {
    let written = try Written.holding()
    written.kernel.fail(.read, .text(text), after: 1)

    written.request(.level(60, record: .of()))
    let reports = written.reports()
    written.runUntilIdle(after: .milliseconds(250))

    #expect(reports.map(\.retryTrigger) == [.backoff])
    #expect(written.reports() == [.wrote(60, shows: 60)])
  }

  @Test func `a short write is retried`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .cutShort)

    written.request(.level(60, record: .of()))
    let reports = written.reports()
    written.runUntilIdle(after: .milliseconds(250))

    let path = written.kernel.light.files.brightness
    #expect(reports.map(\.text) == ["backoff: cannot write '\(path)': it took 1 of 3 bytes"])
    #expect(written.reports() == [.wrote(60, shows: 60)])
  }

  @Test func `a level that a light does not have is tried for half a minute, and again at an event`() throws {
    let written = try Written.holding()
    written.kernel.take { _, shown in shown }

    written.request(.level(83, record: .of()))
    written.runThrough(.seconds(40))
    let waits = written.time.deadlineCount
    written.kernel.take { wanted, _ in wanted }
    written.handle(ChangeEvent())

    #expect(waits == 0)
    #expect(written.kernel.level == 83)
  }

  @Test func `a pending restore that the light ignores is tried once a minute for ever`() throws {
    let written = try Written.holding()
    written.kernel.take { _, shown in shown }

    written.request(.level(50))
    written.runThrough(.seconds(600))
    written.kernel.take { wanted, _ in wanted }
    written.runThrough(.seconds(60))

    #expect(written.kernel.level == 50)
  }

  @Test(arguments: [(FakeKernel.Call.read, false), (.openToWrite, false), (.write, true)])
  func `a refusal says whether a write was attempted from the expected level`(
    call: FakeKernel.Call,
    isAttempted: Bool
  ) throws {
    let written = try Written.read()
    written.kernel.fail(call, .code(EIO))

    written.request(.level(60, record: .of(), expected: 50))
    let reports = written.reports()
    written.runUntilIdle(after: .milliseconds(250))

    #expect(reports.contains(.attempted) == isAttempted)
    #expect(reports.last?.retryTrigger == .backoff)
    #expect(written.reports() == [.wrote(60, shows: 60)])
  }

  @Test func `a light of one step is written`() throws {
    let written = try Written(maximum: 1, level: 1)

    written.request(.level(0, record: .of(), expected: 1))
    written.request(.level(1))

    #expect(written.reports() == [.wrote(0, shows: 0), .wrote(1, shows: 1)])
  }
}
