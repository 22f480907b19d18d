import Glibc
import Hardware
import HardwareTesting
import Model
import Testing

@Suite struct FilesOrLogindTests {
  @Test(arguments: [EACCES, EPERM, EROFS])
  func `a light whose file is not writable is held and restored through logind`(code: CInt) throws {
    let delegated = try Delegated(code: code)

    delegated.written.request(.level(80, record: .of(), expected: 50))
    delegated.written.request(.level(50))

    #expect(
      delegated.written.journal() == [
        "read 50", "record 50", "logind sets backlight/panel to 80", "read 80",
        "read 80", "logind sets backlight/panel to 50", "read 50", "clear panel",
      ]
    )
    #expect(delegated.written.reports() == [.wrote(80, shows: 80), .wrote(50, shows: 50)])
  }

  @Test func `rights granted later are used at the next write`() throws {
    let delegated = try Delegated.holding()
    delegated.kernel.heal()

    delegated.written.request(.level(50))

    #expect(delegated.written.journal() == ["read 80", "write 50", "read 50", "clear panel"])
  }

  @Test(
    arguments: zip([FakeKernel.Call.openToWrite, .openToWrite, .write, .write], [ENOENT, EIO, EACCES, EROFS])
  )
  func `an error of the light itself is not passed to logind`(call: FakeKernel.Call, code: CInt) throws {
    let delegated = try Delegated.holding()
    delegated.kernel.heal()
    delegated.kernel.fail(call, .code(code))

    delegated.written.request(.level(50))

    #expect(delegated.written.journal().allSatisfy { !$0.hasPrefix("logind") })
  }

  @Test func `a level beyond the range is a reason to read the light again`() throws {
    let delegated = try Delegated(maximum: 200)
    delegated.kernel.grow(to: 100)

    delegated.written.request(.level(150))

    #expect(delegated.written.reports() == [.outOfRange])
  }
}

@Suite struct LogindRefusalTests {
  @Test func `a refusal for an inactive session is reported at once and retried once a minute`()
    throws
  {
    let delegated = try Delegated.holding()
    delegated.logind.refuse(.refused("Session is not in foreground, refusing."))

    delegated.written.request(.level(50))
    let events = delegated.written.reports()
    let tries = delegated.written.triesWithin(.seconds(130))
    delegated.logind.refuse(nil)
    delegated.written.runThrough(.seconds(60))

    let path = delegated.kernel.light.files.brightness
    let reason = "logind says 'Session is not in foreground, refusing.'"
    #expect(events.map(\.text) == ["minuteTimer: cannot write '\(path)': \(reason)"])
    #expect(tries == [60_000, 120_000])
    #expect(delegated.kernel.level == 50)
    #expect(delegated.written.records.restores == [:])
  }

  @Test(arguments: [
    LogindError.failed("Failed to write to brightness device: Protocol error"), .failed("Connection timed out"),
    .absent("The name org.freedesktop.login1 was not provided by any .service files"), .absent("connection refused"),
  ])
  func `a failing device and an absent logind are retried with back-off`(error: LogindError) throws {
    let delegated = try Delegated.holding()
    delegated.logind.refuse(error)

    delegated.written.request(.level(60, record: .of()))
    let tries = delegated.written.triesWithin(.seconds(4))
    delegated.logind.refuse(nil)
    delegated.written.runThrough(.seconds(5))

    #expect(tries == [250, 750, 1750, 3750])
    #expect(delegated.written.reports().map(\.text.first) == ["b", "w"])
  }

  @Test func `a device unknown to logind is retried at the next device event`() throws {
    let delegated = try Delegated.holding()
    delegated.logind.refuse(.noDevice("Failed to open device backlight:panel: No such device"))

    delegated.written.request(.level(60, record: .of()))

    #expect(delegated.written.reports().map(\.retryTrigger) == [.deviceEvent])
    #expect(delegated.written.time.deadlineCount == 0)
  }

  @Test func `without libsystemd a write waits for rights`() throws {
    let delegated = try Delegated.holding()
    delegated.logind.refuse(.noLibrary("no such file"))

    delegated.written.request(.level(60, record: .of()))
    delegated.written.runThrough(.seconds(3))

    #expect(delegated.written.reports().map(\.retryTrigger) == [.event])
    #expect(delegated.written.time.deadlineCount == 0)
  }

  @Test(
    arguments: [
      (.refused("Session is not in foreground, refusing."), [.moved(to: 60, by: .sysfs)]),
      (.failed("Connection timed out"), []),
    ] as [(LogindError, [WriterReport])]
  )
  func `a level is an external change if logind refused to write it, and none if it may have`(
    error: LogindError,
    reports: [WriterReport]
  ) throws {
    let delegated = try Delegated.holding()
    delegated.logind.refuse(error)
    delegated.written.request(.level(60, record: .of()))
    delegated.written.clearJournal()

    delegated.written.handle(delegated.kernel.move(to: 60, by: .sysfs))

    #expect(delegated.written.reports() == reports)
  }
}

@Suite struct LogindTriggerTests {
  @Test func `a level of 0 is refused for an LED with a trigger`() throws {
    let delegated = try Delegated(.keyboard) { $0.offer(triggers: ["timer"], active: "timer") }

    delegated.written.request(.level(0, record: .of(.keyboard), expected: 50))

    let path = delegated.kernel.light.files.brightness
    let reason = "cannot write '\(path)': 0 would end 'timer', which only root can start again"
    #expect(delegated.written.reports().map(\.text) == ["newRequest: \(reason)"])
    #expect(delegated.kernel.activeTrigger == "timer")
    #expect(delegated.kernel.level == 50)
  }

  @Test func `an LED without a trigger is set to 0`() throws {
    let delegated = try Delegated(.keyboard) { $0.offer(triggers: ["timer"], active: "none") }

    delegated.written.request(.level(0, record: .of(.keyboard), expected: 50))

    #expect(delegated.kernel.level == 0)
  }

  @Test func `a level returns although another program ended the trigger`() throws {
    let restore = PendingRestore.of(.keyboard, trigger: "timer")
    let delegated = try Delegated(.keyboard, recorded: restore) { $0.offer(triggers: ["timer"], active: "none") }

    delegated.written.request(.level(60))

    #expect(delegated.kernel.level == 60)
    #expect(delegated.written.records.restores == [:])
  }
}
