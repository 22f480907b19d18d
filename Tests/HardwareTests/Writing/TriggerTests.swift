import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct TriggerTests {
  @Test func `a trigger is recorded at the first claim and restored before the level`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer", "kbd-capslock"], active: "timer") }

    written.request(.level(0, record: .of(.keyboard), expected: 50))
    let held = written.kernel.activeTrigger
    written.request(.level(50))

    #expect(held == "none")
    #expect(
      written.journal() == [
        "read 50", "read trigger", "record 50 [timer]", "write 0", "read 0",
        "read 0", "read trigger", "write trigger timer", "write 50", "read 50", "clear x::kbd_backlight",
      ]
    )
    #expect(written.kernel.activeTrigger == "timer")
  }

  @Test func `a level of 0 is not written after the trigger was restored`() throws {
    let written = try Written(.keyboard, level: 0) { $0.offer(triggers: ["timer"], active: "timer") }

    written.request(.level(80, record: .of(.keyboard, 0), expected: 0))
    written.request(.level(0, record: .of(.keyboard, 0)))
    written.request(.level(0))

    #expect(written.kernel.activeTrigger == "timer")
    #expect(written.journal().suffix(4) == ["read trigger", "write trigger timer", "read 0", "clear x::kbd_backlight"])
    #expect(written.reports().last == .wrote(0, shows: 0))
  }

  @Test func `a trigger that is still active is not written`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "timer") }

    written.request(.level(80, record: .of(.keyboard), expected: 50))
    written.clearJournal()
    written.request(.level(50))

    #expect(written.journal() == ["read 80", "read trigger", "write 50", "read 50", "clear x::kbd_backlight"])
  }

  @Test func `the trigger of an LED without an active one is not written`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "none") }

    written.request(.level(80, record: .of(.keyboard), expected: 50))
    written.request(.level(90, record: .of(.keyboard)))
    written.request(.level(50))

    #expect(written.journal().filter { $0.contains("trigger") } == ["read trigger"])
  }

  @Test func `the recorded trigger survives a change of the base level`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "timer") }

    written.request(.level(0, record: .of(.keyboard), expected: 50))
    written.request(.level(10, record: .of(.keyboard, 60)))

    #expect(written.records.restores == [.keyboard: .of(.keyboard, 60, trigger: "timer")])
  }

  @Test func `a level returns although its trigger no longer exists`() throws {
    let restore = PendingRestore.of(.keyboard, trigger: "gone")
    let written = try Written(.keyboard, level: 0, recorded: restore) { $0.offer(triggers: ["timer"], active: "none") }

    written.request(.level(50))

    #expect(written.kernel.level == 50)
    #expect(written.records.restores == [:])
  }

  @Test(arguments: [FakeKernel.Call.openToRead, .read])
  func `a claim on an LED waits until its trigger can be read`(call: FakeKernel.Call) throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "timer") }
    written.kernel.fail(call, .code(EIO), of: "trigger")

    written.request(.level(0, record: .of(.keyboard), expected: 50))
    let level = written.kernel.level
    written.runUntilIdle(after: .milliseconds(250))

    #expect(level == 50)
    #expect(written.records.restores == [.keyboard: .of(.keyboard, trigger: "timer")])
    #expect(written.kernel.level == 0)
  }
}
