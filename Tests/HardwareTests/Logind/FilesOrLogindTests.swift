import BrightnessModel
import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct FilesOrLogindTests {
  @Test(arguments: [EACCES, EPERM, EROFS])
  func `a light whose file is not writable is held and restored through logind`(code: CInt) throws {
    let written = try Written(denied: code)

    written.request(.level(80, record: .of(), expected: 50))
    written.request(.level(50))

    #expect(
      written.journal() == [
        "read 50", "record 50", "logind sets backlight/panel to 80", "read 80",
        "read 80", "logind sets backlight/panel to 50", "read 50", "clear panel",
      ]
    )
    #expect(written.reports() == [.wrote(80, shows: 80), .wrote(50, shows: 50)])
  }

  @Test func `rights granted later are used at the next write`() throws {
    let written = try Written.holding(denied: EACCES)
    written.kernel.heal()

    written.request(.level(50))

    #expect(written.journal() == ["read 80", "write 50", "read 50", "clear panel"])
  }

  @Test(
    arguments: zip([FakeKernel.Call.openToWrite, .openToWrite, .write, .write], [ENOENT, EIO, EACCES, EROFS])
  )
  func `an error of the light itself is not passed to logind`(call: FakeKernel.Call, code: CInt) throws {
    let written = try Written.holding(denied: EACCES)
    written.kernel.heal()
    written.kernel.fail(call, .code(code))

    written.request(.level(50))

    #expect(written.journal().allSatisfy { !$0.hasPrefix("logind") })
  }

  @Test func `a level beyond the range is a reason to read the light again`() throws {
    let written = try Written(maximum: 200, denied: EACCES)
    written.kernel.grow(to: 100)

    written.request(.level(150))

    #expect(written.reports() == [.outOfRange])
  }
}

@Suite struct LogindRefusalTests {
  @Test func `a refusal for an inactive session is reported at once and retried once a minute`()
    throws
  {
    let written = try Written.holding(denied: EACCES)
    written.logind.refuse(.refused("Session is not in foreground, refusing."))

    written.request(.level(50))
    let events = written.reports()
    let tries = written.triesWithin(.seconds(130))
    written.logind.refuse(nil)
    written.runThrough(.seconds(60))

    let path = written.kernel.light.files.brightness
    let reason = "logind says 'Session is not in foreground, refusing.'"
    #expect(events.map(\.text) == ["minuteTimer: cannot write '\(path)': \(reason)"])
    #expect(tries == [60_000, 120_000])
    #expect(written.kernel.level == 50)
    #expect(written.records.restores == [:])
  }

  @Test(arguments: [
    LogindError.failed("Failed to write to brightness device: Protocol error"), .failed("Connection timed out"),
    .absent("The name org.freedesktop.login1 was not provided by any .service files"), .absent("connection refused"),
  ])
  func `a failing device and an absent logind are retried with back-off`(error: LogindError) throws {
    let written = try Written.holding(denied: EACCES)
    written.logind.refuse(error)

    written.request(.level(60, record: .of()))
    let tries = written.triesWithin(.seconds(4))
    written.logind.refuse(nil)
    written.runThrough(.seconds(5))

    #expect(tries == [250, 750, 1750, 3750])
    #expect(written.reports().map(\.text.first) == ["b", "w"])
  }

  @Test func `a device unknown to logind is retried at the next device event`() throws {
    let written = try Written.holding(denied: EACCES)
    written.logind.refuse(.noDevice("Failed to open device backlight:panel: No such device"))

    written.request(.level(60, record: .of()))

    #expect(written.reports().map(\.retryTrigger) == [.deviceEvent])
    #expect(written.time.deadlineCount == 0)
  }

  @Test func `without libsystemd a write waits for rights`() throws {
    let written = try Written.holding(denied: EACCES)
    written.logind.refuse(.noLibrary("no such file"))

    written.request(.level(60, record: .of()))
    written.runThrough(.seconds(3))

    #expect(written.reports().map(\.retryTrigger) == [.event])
    #expect(written.time.deadlineCount == 0)
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
    let written = try Written.holding(denied: EACCES)
    written.logind.refuse(error)
    written.request(.level(60, record: .of()))
    written.clearJournal()

    written.handle(written.kernel.move(to: 60, by: .sysfs))

    #expect(written.reports() == reports)
  }
}

@Suite struct LogindTriggerTests {
  @Test func `a level of 0 is refused for an LED with a trigger`() throws {
    let written = try Written(.keyboard, denied: EACCES) { $0.offer(triggers: ["timer"], active: "timer") }

    written.request(.level(0, record: .of(.keyboard), expected: 50))

    let path = written.kernel.light.files.brightness
    let reason = "cannot write '\(path)': 0 would end 'timer', which only root can start again"
    #expect(written.reports().map(\.text) == ["newRequest: \(reason)"])
    #expect(written.kernel.activeTrigger == "timer")
    #expect(written.kernel.level == 50)
  }

  @Test func `an LED without a trigger is set to 0`() throws {
    let written = try Written(.keyboard, denied: EACCES) { $0.offer(triggers: ["timer"], active: "none") }

    written.request(.level(0, record: .of(.keyboard), expected: 50))

    #expect(written.kernel.level == 0)
  }

  @Test func `a level returns although another program ended the trigger`() throws {
    let restore = PendingRestore.of(.keyboard, trigger: "timer")
    let written = try Written(.keyboard, recorded: restore, denied: EACCES) {
      $0.offer(triggers: ["timer"], active: "none")
    }

    written.request(.level(60))

    #expect(written.kernel.level == 60)
    #expect(written.records.restores == [:])
  }
}
