import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct TriggerTests {
  @Test func `what moves an LED is recorded when it is first claimed, and is back before its level`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer", "kbd-capslock"], active: "timer") }

    written.request(.level(0, restore: .of(.keyboard), expecting: 50))
    let held = written.kernel.activeTrigger
    written.request(.level(50))

    #expect(held == "none")
    #expect(
      written.journal() == [
        "read 50", "read trigger", "record 50 [timer]", "write 0", "read 0",
        "read trigger", "write trigger timer", "write 50", "read 50", "clear x::kbd_backlight",
      ]
    )
    #expect(written.kernel.activeTrigger == "timer")
  }

  @Test func `a level of nothing would take the trigger away again, and is not written`() throws {
    let written = try Written(.keyboard, level: 0) { $0.offer(triggers: ["timer"], active: "timer") }

    written.request(.level(80, restore: .of(.keyboard, 0), expecting: 0))
    written.request(.level(0, restore: .of(.keyboard, 0)))
    written.request(.level(0))

    #expect(written.kernel.activeTrigger == "timer")
    #expect(written.journal().suffix(4) == ["read trigger", "write trigger timer", "read 0", "clear x::kbd_backlight"])
    #expect(written.reports().last == .wrote(0, shows: 0))
  }

  @Test func `a trigger that is still active is not written`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "timer") }

    written.request(.level(80, restore: .of(.keyboard), expecting: 50))
    written.forgetPast()
    written.request(.level(50))

    #expect(written.journal() == ["read trigger", "write 50", "read 50", "clear x::kbd_backlight"])
  }

  @Test func `an LED that nothing moved keeps its trigger file untouched`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "none") }

    written.request(.level(80, restore: .of(.keyboard), expecting: 50))
    written.request(.level(90, restore: .of(.keyboard)))
    written.request(.level(50))

    #expect(written.journal().filter { $0.contains("trigger") } == ["read trigger"])
  }

  @Test func `the trigger on record outlives other bases`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "timer") }

    written.request(.level(0, restore: .of(.keyboard), expecting: 50))
    written.request(.level(10, restore: .of(.keyboard, 60)))

    #expect(written.records.restores == [.keyboard: .of(.keyboard, 60, trigger: "timer")])
  }

  @Test func `the trigger that an earlier daemon recorded is given back`() throws {
    let restore = PendingRestore.of(.keyboard, trigger: "timer")
    let written = try Written(.keyboard, level: 0, recorded: restore) { $0.offer(triggers: ["timer"], active: "none") }

    written.request(.level(50))

    #expect(written.kernel.activeTrigger == "timer")
    #expect(written.records.restores == [:])
  }

  @Test func `a trigger that is no longer there does not keep the level from returning`() throws {
    let restore = PendingRestore.of(.keyboard, trigger: "gone")
    let written = try Written(.keyboard, level: 0, recorded: restore) { $0.offer(triggers: ["timer"], active: "none") }

    written.request(.level(50))

    #expect(written.kernel.level == 50)
    #expect(written.records.restores == [:])
  }

  @Test(arguments: [FakeKernel.Call.openToRead, .read])
  func `a trigger that cannot be read keeps the light unclaimed until it can`(call: FakeKernel.Call) throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "timer") }
    written.kernel.fail(call, .code(EIO), of: "trigger")

    written.request(.level(0, restore: .of(.keyboard), expecting: 50))
    let level = written.kernel.level
    written.settle(after: .milliseconds(250))

    #expect(level == 50)
    #expect(written.records.restores == [.keyboard: .of(.keyboard, trigger: "timer")])
    #expect(written.kernel.level == 0)
  }
}
