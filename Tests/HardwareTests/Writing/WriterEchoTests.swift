import BrightnessModel
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.userWins)) struct WriterEchoTests {
  @Test func `only the first read reports the level`() throws {
    let written = try Written()

    written.handle(ChangeEvent())
    written.handle(ChangeEvent())

    #expect(written.reports() == [.found(50)])
  }

  @Test func `the level that systemd-backlight writes is reported once as restored`() throws {
    let written = try Written.holding()
    written.handle(ChangeEvent(startsSystemdBacklight: true))

    written.handle(written.kernel.move(to: 30, by: .sysfs))
    written.handle(written.kernel.move(to: 40, by: .sysfs))

    #expect(written.reports() == [.restoredBySystem(to: 30), .moved(to: 40, by: .sysfs)])
  }

  @Test func `a hotkey while systemd-backlight is awaited and a late change are external changes`() throws {
    let written = try Written.holding()
    written.handle(ChangeEvent(startsSystemdBacklight: true))

    written.handle(written.kernel.move(to: 30, by: .hotkey))
    written.runUntilIdle(after: .seconds(10))
    written.handle(written.kernel.move(to: 40, by: .sysfs))

    #expect(written.reports() == [.moved(to: 30, by: .hotkey), .moved(to: 40, by: .sysfs)])
  }

  @Test func `a level rounded by the hardware is no external change`() throws {
    let written = try Written.holding()
    written.kernel.take { wanted, _ in wanted / 10 * 10 }
    written.request(.level(67, record: .of()))
    written.clearJournal()

    written.handle(written.kernel.move(to: 60, by: .sysfs))
    written.handle(written.kernel.move(to: 67, by: .unknown))

    #expect(written.reports() == [])
  }

  @Test func `a level left by a failed write is no external change and no reason to retry at once`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .codeAfterTaking(EIO), times: 2)

    written.request(.level(60, record: .of()))
    written.handle(ChangeEvent([.sysfs]))
    let reports = written.reports()
    #expect(written.kernel.journal.take().count { $0.hasPrefix("write") } == 1)
    for _ in 1...2 { written.runUntilIdle(after: .milliseconds(500)) }

    #expect(reports.map(\.retryTrigger) == [.backoff])
    #expect(written.kernel.level == 60)
    #expect(written.reports() == [.wrote(60, shows: 60)])
  }

  @Test(arguments: [false, true])
  func `a rounded level that could not be read back is no external change`(hasEvent: Bool) throws {
    let written = try Written.holding()
    written.kernel.take { wanted, _ in wanted / 10 * 10 }
    written.kernel.fail(.read, .code(EIO), after: 1)

    written.request(.level(67, record: .of()))
    if hasEvent { written.handle(ChangeEvent([.sysfs])) }
    let reports = written.reports()
    written.runUntilIdle(after: .milliseconds(250))

    #expect(reports.map(\.retryTrigger) == [.backoff])
    #expect(written.reports() == [.wrote(67, shows: 60)])
  }

  @Test(arguments: [TargetRequest.level(60, record: .of()), .fade(to: 50, record: .of())])
  func `a change after a write that could not be read back is an external change`(request: TargetRequest) throws {
    let written = try Written.holding { $0.countEvents(from: 100) }
    written.kernel.fail(.read, .code(EIO), after: 1)
    written.request(request)
    _ = written.reports()

    written.handle(written.kernel.move(to: 30, by: .sysfs))

    #expect(written.reports() == [.moved(to: 30, by: .sysfs)])
  }

  @Test func `only one level counts as what the hardware made of a write that could not be read back`() throws {
    let written = try Written.holding()
    written.kernel.take { wanted, _ in wanted / 10 * 10 }
    written.kernel.fail(.read, .code(EIO), after: 1)
    written.request(.level(67, record: .of()))
    written.handle(ChangeEvent([.sysfs]))
    _ = written.reports()

    written.handle(written.kernel.move(to: 30, by: .unknown))

    #expect(written.reports() == [.moved(to: 30, by: .unknown)])
  }

  @Test func `a hotkey that sets the held level is an external change`() throws {
    let written = try Written.holding()

    written.handle(written.kernel.move(to: 80, by: .hotkey))

    #expect(written.reports() == [.moved(to: 80, by: .hotkey)])
  }

  @Test func `a hotkey event during our write is not an external change`() throws {
    let written = try Written.holding()
    written.apply(.level(60, record: .of()))

    written.read(ChangeEvent([.hotkey]))
    written.runUntilIdle()

    #expect(written.reports() == [.wrote(60, shows: 60)])
  }

  @Test(arguments: [ChangeSource.sysfs, .hotkey])
  func `event numbers tell our echo from a later write`(source: ChangeSource) throws {
    let written = try Written.holding { $0.countEvents(from: 100) }

    written.handle(ChangeEvent([source], newestLevelEvent: 101))
    let before = written.reports()
    written.handle(written.kernel.move(to: 80, by: source))

    #expect(before == [])
    #expect(written.reports() == [.moved(to: 80, by: source)])
  }

  @Test func `a write of another program during a return is an external change`()
    throws
  {
    let written = try Written.holding { $0.countEvents(from: 100) }
    written.kernel.take { _, _ in 30 }
    written.request(.level(50))
    let returned = written.reports()

    written.handle(ChangeEvent([.sysfs], newestLevelEvent: written.kernel.newestEvent()! + 1))

    #expect(returned == [.wrote(50, shows: 30)])
    #expect(written.reports() == [.moved(to: 30, by: .sysfs)])
  }

  @Test func `the event of our write is no change, also where its number could not be read`() throws {
    let written = try Written.holding { $0.countEvents(from: 100) }
    written.kernel.fail(.read, .code(ENODEV), of: "uevent_seqnum")
    written.request(.level(70, record: .of()))

    written.handle(ChangeEvent([.sysfs], newestLevelEvent: written.kernel.newestEvent()))

    #expect(written.reports() == [.wrote(70, shows: 70)])
  }

  @Test func `an event of unknown source is no move, whatever its number`() throws {
    let written = try Written.holding { $0.countEvents() }

    written.handle(written.kernel.move(to: 80, by: .unknown))

    #expect(written.reports() == [])
  }

  @Test func `the echoes of a fade are no external changes, with and without event numbers`() throws {
    let written = try Written.holding { $0.countEvents() }
    written.apply(.fade(to: 60, over: .milliseconds(70), record: .of()))
    written.step()

    written.handle(ChangeEvent([.sysfs], newestLevelEvent: written.kernel.newestEvent()))
    written.runUntilIdle(after: .milliseconds(100))
    written.handle(ChangeEvent([.sysfs], newestLevelEvent: written.kernel.newestEvent()))

    #expect(written.reports() == [.wrote(60, shows: 60)])
  }

  @Test func `our former level is an external change after another program moved the light`() throws {
    let written = try Written.holding()
    written.handle(written.kernel.move(to: 30, by: .sysfs))

    written.handle(written.kernel.move(to: 80, by: .sysfs))

    #expect(written.reports() == [.moved(to: 30, by: .sysfs), .moved(to: 80, by: .sysfs)])
  }

  @Test func `an external change between two steps ends the fade`() throws {
    let written = try Written.holding()
    written.apply(.fade(to: 50, record: .of()))
    written.step()

    written.handle(written.kernel.move(to: 30, by: .hotkey))
    written.runUntilIdle(after: .seconds(1))

    #expect(written.reports() == [.moved(to: 30, by: .hotkey)])
    #expect(written.kernel.level == 30)
    #expect(written.time.deadlineCount == 0)
  }

  @Test func `a level that changed during a job is not overwritten by the pending request`() throws {
    let written = try Written.holding()
    written.apply(.level(60, record: .of()))
    written.apply(.level(70, record: .of()))
    written.read(ChangeEvent([.hotkey]))
    written.step()
    _ = written.kernel.move(to: 30, by: .hotkey)

    written.runUntilIdle()

    #expect(written.reports() == [.moved(to: 30, by: .hotkey)])
    #expect(written.kernel.level == 30)
  }

  @Test func `a light that does not show the expected level is not written`() throws {
    let written = try Written(level: 30)

    written.request(.level(80, record: .of(), expected: 50))

    #expect(written.journal() == ["read 30", "read 30"])
    #expect(written.reports() == [.found(30)])
    #expect(written.records.restores == [:])
  }
}
