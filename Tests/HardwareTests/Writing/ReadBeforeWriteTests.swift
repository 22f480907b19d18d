import BrightnessModel
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

/// Each write of a light reads it first, in the same job, and writes only over a level that is
/// known.
@Suite(.tags(.nothingOverwrittenUnseen)) struct ReadBeforeWriteTests {
  @Test(arguments: [LightID.panel, .keyboard])
  func `a change without an event outlives the end of a hold`(light: LightID) throws {
    let written = try Written.holding(light)
    _ = written.kernel.move(to: 30, by: .unknown)

    written.request(.level(50))

    #expect(written.kernel.level == 30)
    #expect(written.reports() == [.moved(to: 30, by: .unknown)])
  }

  @Test(arguments: [ChangeSource.sysfs, .hotkey])
  func `the event of a change that a write has found is no second change`(source: ChangeSource) throws {
    let written = try Written.holding { $0.countEvents(from: 100) }
    let event = written.kernel.move(to: 30, by: source)
    written.request(.level(50))
    let reports = written.reports()

    written.handle(event)

    #expect(reports == [.moved(to: 30, by: .unknown)])
    #expect(written.reports() == [])
  }

  @Test func `an event that waits names the source of what a write finds`() throws {
    let written = try Written.holding()
    written.apply(.fade(to: 50, record: .of()))
    written.step()
    written.kernel.fail(.read, .code(EIO))
    written.handle(written.kernel.move(to: 30, by: .hotkey))

    written.runThrough(.seconds(1))

    #expect(written.kernel.level == 30)
    #expect(written.reports().last == .moved(to: 30, by: .hotkey))
  }

  @Test func `a light that shows what we wrote is not read at the event of that write`() throws {
    let written = try Written.holding { $0.countEvents(from: 100) }

    written.handle(ChangeEvent([.sysfs], newestLevelEvent: written.kernel.newestEvent()))

    #expect(written.journal() == [])
  }

  @Test
  func `a key after a write that could not be read back is the user's, also where its event could not be read`()
    throws
  {
    let written = try Written.holding()
    written.kernel.fail(.read, .code(EIO), times: 2, after: 1)
    written.request(.level(60, record: .of()))
    written.handle(written.kernel.move(to: 30, by: .hotkey))
    written.clearJournal()

    written.runThrough(.seconds(1))

    #expect(written.kernel.level == 30)
    #expect(written.reports() == [.moved(to: 30, by: .hotkey)])
  }

  @Test func `a change after the write of a replaced request is the user's, and no level to put a request on`() throws {
    let written = try Written.read()
    written.apply(.level(80, record: .of(), expected: 50))
    written.apply(.level(50, expected: 50))
    written.step()
    _ = written.kernel.move(to: 30, by: .unknown)

    written.runUntilIdle()

    #expect(written.kernel.level == 30)
    #expect(written.reports() == [.attempted, .moved(to: 30, by: .unknown)])
  }

  @Test func `a key back to a level of ours, after a write that failed half way, is the user's`() throws {
    let written = try Written.holding { $0.countEvents(from: 100) }
    written.kernel.fail(.write, .codeAfterTaking(EIO))
    written.request(.level(70, record: .of()))

    written.handle(written.kernel.move(to: 80, by: .hotkey))
    written.runThrough(.seconds(1))

    #expect(written.kernel.level == 80)
    #expect(written.reports().last == .moved(to: 80, by: .hotkey))
  }

  @Test func `an LED that a trigger moves is written all the same`() throws {
    let written = try Written(.keyboard) { $0.offer(triggers: ["timer"], active: "timer") }
    written.request(.level(80, record: .of(.keyboard), expected: 50))
    _ = written.kernel.move(to: 0, by: .unknown)

    written.request(.level(50))

    #expect(written.kernel.level == 50)
    #expect(written.kernel.activeTrigger == "timer")
    #expect(written.records.restores == [:])
  }

  @Test func `a level set after a key was pressed wins, also where the key was not read yet`() throws {
    let written = try Written.read()
    written.read(written.kernel.move(to: 30, by: .hotkey))
    written.apply(.level(46, expected: 50))

    written.runUntilIdle()

    #expect(written.reports() == [.found(30)])
  }

  @Test func `a key that was pressed before a hold and could not be read does not end the hold`() throws {
    let written = try Written(.keyboard)
    written.handle(ChangeEvent())
    written.kernel.fail(.read, .code(EIO))
    written.handle(ChangeEvent([.hotkey]))
    written.clearJournal()

    written.request(.level(80, record: .of(.keyboard), expected: 50))
    let found = written.reports()
    written.request(.level(80, record: .of(.keyboard), expected: 50))
    written.runUntilIdle(after: .seconds(1))

    #expect(found == [.found(50)])
    #expect(written.reports() == [.wrote(80, shows: 80)])
  }
}

/// Lights that take a level and show it later.
@Suite struct LateLightsTests {
  @Test func `an LED that shows a level a little later has taken it`() throws {
    let written = try Written.holding(.keyboard)
    written.kernel.take { _, shown in shown }
    written.request(.level(50))
    written.kernel.take { wanted, _ in wanted }
    _ = written.kernel.move(to: 50, by: .unknown)

    written.runUntilIdle(after: .milliseconds(50))

    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test func `an LED that never shows a level is reported`() throws {
    let written = try Written.holding(.keyboard)
    written.kernel.take { _, shown in shown }

    written.request(.level(50))
    written.runUntilIdle(after: .milliseconds(50))

    #expect(
      written.reports().map(\.text) == [
        "backoff: cannot write '/sys/class/leds/x::kbd_backlight/brightness': it took 50 and still shows 80"
      ]
    )
  }

  @Test func `what an LED makes of a level late is no change by someone else`() throws {
    let written = try Written.holding(.keyboard)
    written.kernel.take { wanted, shown in shown == 80 ? 80 : wanted / 7 * 7 }
    written.request(.level(50))
    _ = written.kernel.move(to: 49, by: .unknown)

    written.runUntilIdle(after: .milliseconds(50))

    #expect(written.reports() == [.wrote(50, shows: 49)])
  }

  @Test(arguments: [(66, 50), (49, 100)])
  func `a level that is nearer to the former one, or comes later, is the user's`(raw: Int, wait: Int) throws {
    let written = try Written.holding(.keyboard)
    written.kernel.take { _, shown in shown }
    written.request(.level(50))
    if wait > 50 { written.kernel.fail(.openToRead, .code(EIO)) }
    _ = written.kernel.move(to: raw, by: .unknown)

    written.runUntilIdle(after: .milliseconds(50))
    written.runThrough(.seconds(1))

    #expect(written.reports().last == .moved(to: raw, by: .unknown))
  }
}
