import BrightnessModel
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.restoreIsRetried)) struct WriteFaultTests {
  @Test(arguments: [EACCES, EPERM])
  func `a missing right is retried silently for three seconds`(code: CInt) throws {
    let written = try Written.holding()
    written.kernel.fail(.openToWrite, .code(code), times: 4)

    written.request(.level(50))
    written.runThrough(.seconds(3))

    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test(arguments: [EACCES, EPERM])
  func `a missing right is reported after three seconds and retried without a timer`(code: CInt) throws {
    let written = try Written.holding()
    written.kernel.fail(.openToWrite, .code(code), times: 1000)

    written.request(.level(60, record: .of()))
    written.runThrough(.seconds(3))

    #expect(written.reports().map(\.retryTrigger) == [.event])
    #expect(written.time.deadlineCount == 0)
    #expect(written.records.restores == [.panel: .of()])
  }

  @Test(arguments: [EACCES, EINVAL, EROFS, ENODEV])
  func `a pending restore is retried once a minute after any error`(code: CInt) throws {
    let written = try Written.holding()
    written.pass(.seconds(10))
    written.kernel.fail(.write, .code(code), times: 3)

    written.request(.level(50))
    for _ in 1...2 {
      written.update(written.kernel.light)
      written.runUntilIdle(after: .seconds(3))
    }
    let trouble = written.reports().compactMap(\.retryTrigger)
    written.runUntilIdle(after: .seconds(60))

    #expect(trouble.last == .minuteTimer)
    #expect(written.kernel.level == 50)
    #expect(written.records.restores == [:])
  }

  @Test func `a level beyond the range is a reason to read the light again, once`() throws {
    let written = try Written(maximum: 200)
    written.kernel.grow(to: 100)

    written.request(.level(150))
    let first = written.reports()
    written.update(written.kernel.light)
    written.runUntilIdle()

    #expect(first == [.outOfRange])
    #expect(written.reports() == [.found(50)])
    #expect(written.time.deadlineCount == 0)
  }

  @Test func `a level within the range that the kernel refuses is reported as refused`() throws {
    let written = try Written()
    written.kernel.fail(.write, .code(EINVAL), times: 1000)

    written.request(.level(60))
    written.update(written.kernel.light)
    written.runUntilIdle()
    written.request(.level(60))
    written.handle(ChangeEvent())

    let refusal = "newRequest: cannot write '\(written.kernel.light.files.brightness)': invalid argument"
    #expect(written.reports().map(\.text) == ["outOfRange", refusal, refusal])
    #expect(written.time.deadlineCount == 0)
  }

  static let goings: [(FakeKernel.Call, CInt)] =
    [FakeKernel.Call.openToWrite, .write, .read].flatMap { call in [(call, ENODEV), (call, ENOENT)] }
    + [(.openToWrite, ENXIO)]

  @Test(arguments: goings)
  func `a write that failed with ENODEV is retried at the next device event only`(
    call: FakeKernel.Call,
    code: CInt
  ) throws {
    let written = try Written.holding()
    written.kernel.fail(call, .code(code))

    written.request(.level(60, record: .of()))
    let reports = written.reports()
    let count = written.time.deadlineCount
    written.handle(ChangeEvent())

    #expect(reports.map(\.retryTrigger) == [.deviceEvent])
    #expect(count == 0)
    #expect(written.reports() == [.wrote(60, shows: 60)])
  }

  /// The bus of a monitor returns `ENXIO` while no device answers at its other end.
  @Test(arguments: [EBUSY, EIO, ENXIO, EREMOTEIO, ETIMEDOUT, EAGAIN, ENOMEM])
  func `transient errors are retried with back-off, and after half a minute once a minute`(
    code: CInt
  ) throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(code), times: 1000)

    written.request(.level(60, record: .of()))
    let tries = written.triesWithin(.seconds(180))

    let backOff = [250, 750, 1750, 3750, 7750, 12750, 17750, 22750, 27750, 32750]
    #expect(tries == backOff + [92750, 152_750])
    #expect(written.reports().map(\.retryTrigger) == [.backoff, .minuteTimer])
  }

  @Test func `a light that failed for long is retried at once at a request or an event`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(EIO), times: 1000)
    written.request(.level(60, record: .of()))
    written.runThrough(.seconds(40))
    written.clearJournal()

    written.request(.level(70, record: .of()))
    let request = written.journal()
    written.kernel.heal()
    written.handle(ChangeEvent())

    #expect(request == ["read 80", "write 70"])
    #expect(written.journal() == ["read 80", "write 70", "read 70"])
    #expect(written.reports().map(\.text.first) == ["m", "w"])
  }

  @Test func `a light whose hanging job ended is written again`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(EIO), times: 10)
    written.request(.level(60, record: .of()))
    written.runThrough(.seconds(40))
    written.runThrough(.seconds(60))
    written.clearJournal()
    written.kernel.fail(.write, .code(EIO))

    written.request(.level(70, record: .of()))
    written.runUntilIdle(after: .milliseconds(250))

    #expect(written.reports().map(\.retryTrigger) == [.backoff, nil])
  }

  @Test func `a fault that a hanging job has again is reported again`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(EIO), times: 2)
    written.request(.level(60, record: .of()))
    _ = written.reports()

    written.time.pass(.milliseconds(250))
    written.time.pass(.seconds(1))
    written.runUntilIdle()

    #expect(written.reports().map(\.retryTrigger) == [nil, nil, .backoff])
  }

  @Test func `a write that failed with EROFS is retried at the next request only`() throws {
    let written = try Written.holding()
    written.kernel.fail(.openToWrite, .code(EROFS), times: 1)

    written.request(.level(60, record: .of()))
    written.handle(ChangeEvent())
    let reports = written.reports()
    written.request(.level(50))

    let path = written.kernel.light.files.brightness
    #expect(reports.map(\.text) == ["newRequest: cannot open '\(path)': read-only file system"])
    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test(arguments: [FakeKernel.Call.openToRead, .read])
  func `a failed read is retried`(call: FakeKernel.Call) throws {
    let written = try Written()
    written.kernel.fail(call, .code(EIO), times: 2)

    written.handle(ChangeEvent())
    written.runUntilIdle(after: .milliseconds(250))
    let reports = written.reports()
    written.runUntilIdle(after: .milliseconds(500))

    #expect(reports.map(\.retryTrigger) == [.backoff])
    #expect(written.reports() == [.found(50)])
    #expect(written.time.deadlineCount == 0)
  }

  @Test func `a fault that recurs after a successful read is reported again`() throws {
    let written = try Written()
    written.handle(ChangeEvent())
    written.kernel.fail(.read, .code(EIO))
    written.handle(ChangeEvent())
    written.runUntilIdle(after: .milliseconds(250))

    written.kernel.fail(.read, .code(EIO))
    written.handle(ChangeEvent())

    #expect(written.reports().map(\.retryTrigger) == [nil, .backoff, nil, .backoff])
  }

  @Test(arguments: [nil, 80])
  func `a light at rest that could not be read answers when it can`(held: Int?) throws {
    let written = try held == nil ? Written.read() : Written.holding()
    written.kernel.fail(.read, .code(EIO))

    written.handle(ChangeEvent([.sysfs]))
    let trouble = written.reports().map(\.retryTrigger)
    written.runThrough(.seconds(1))

    #expect(trouble == [.backoff])
    #expect(written.reports() == [.answers])
  }

  @Test func `the back-off of a job counts, also where its request was replaced meanwhile`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(EIO), times: 2)
    written.apply(.level(60, record: .of()))
    written.apply(.level(70, record: .of()))

    written.runUntilIdle()
    let tries = written.triesWithin(.seconds(1))

    #expect(tries == [500])
    #expect(written.kernel.level == 70)
  }
}
