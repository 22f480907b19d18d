import BrightnessModel
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.restoreIsRetried)) struct ResumeTests {
  @Test func `the level after a resume is reported as found`() throws {
    let written = try Written.holding()
    _ = written.kernel.move(to: 20, by: .unknown)

    written.resume()
    written.runUntilIdle()

    #expect(written.reports() == [.found(20)])
    #expect(written.journal() == ["read 20"])
    #expect(written.records.restores == [.panel: .of()])
  }

  @Test func `a level rounded by the hardware is ours after a resume`() throws {
    let written = try Written.holding()
    written.kernel.take { wanted, _ in wanted / 7 * 7 }
    written.request(.level(60, record: .of()))
    written.clearJournal()

    written.resume()
    written.runUntilIdle()
    written.handle(ChangeEvent())

    #expect(written.reports() == [.found(60)])
    #expect(written.journal() == ["read 56", "read 56"])
  }

  @Test func `a level that the light did not take is not its level after a resume`() throws {
    let written = try Written.holding()
    written.kernel.take { _, shown in shown }
    written.request(.level(60, record: .of()))
    written.clearJournal()

    written.resume()
    written.runUntilIdle()

    #expect(written.reports() == [.found(80)])
  }

  @Test func `a job in flight at a resume ends before the next read and its result is ignored`() throws {
    let written = try Written.holding()
    written.apply(.level(70, record: .of()))

    written.resume()
    written.runUntilIdle()

    #expect(written.journal() == ["read 80", "write 70", "read 70", "read 70"])
    #expect(written.reports() == [.attempted, .found(70)])
  }

  @Test func `a key from before a sleep is no change when its event comes after it`() throws {
    let written = try Written.read { $0.countEvents(from: 100) }
    let event = written.kernel.move(to: 20, by: .hotkey)
    written.resume()
    written.runUntilIdle()
    let found = written.reports()

    written.handle(event)

    #expect(found == [.found(20)])
    #expect(written.reports() == [])
  }

  @Test func `no event from before a write that failed after a resume is a change, nor its own`() throws {
    let written = try Written.holding { $0.countEvents(from: 100) }
    let key = written.kernel.move(to: 80, by: .hotkey)
    written.kernel.fail(.write, .code(EBUSY))
    written.apply(.level(70, record: .of()))
    written.resume()
    written.runUntilIdle()

    written.handle(key)
    written.handle(ChangeEvent([.sysfs], newestLevelEvent: written.kernel.newestEvent()))

    #expect(written.reports() == [.attempted, .found(80)])
  }

  @Test func `a read in flight at a resume reports no external change`() throws {
    let written = try Written.holding()
    _ = written.kernel.move(to: 20, by: .unknown)
    written.read()

    written.resume()
    written.runUntilIdle()

    #expect(written.journal() == ["read 20", "read 20"])
    #expect(written.reports() == [.found(20)])
  }

  @Test func `the grace period for rights starts again after a resume`() throws {
    let written = try Written.holding()
    written.pass(.seconds(10))
    written.kernel.fail(.openToRead, .code(EACCES), times: 2)

    written.resume()
    written.runThrough(.seconds(2))

    #expect(written.reports() == [.found(80)])
  }

  @Test func `the event of a key from before a sleep does not make the held level the user's after it`() throws {
    let written = try Written { $0.countEvents(from: 100) }
    written.handle(ChangeEvent())
    let key = written.kernel.move(to: 50, by: .hotkey)
    written.apply(.level(80, record: .of(), expected: 50))
    written.resume()
    written.runUntilIdle()
    written.clearJournal()

    written.handle(key)

    #expect(written.kernel.level == 80)
    #expect(written.reports() == [])
  }

  @Test func `what firmware set is no user's change, also where a write finds it`() throws {
    let written = try Written.holding()
    _ = written.kernel.move(to: 30, by: .unknown)
    written.kernel.fail(.read, .code(EIO))
    written.resume()
    written.runUntilIdle()
    written.clearJournal()

    written.request(.level(80, record: .of()))

    #expect(written.journal() == ["read 30", "read 30"])
    #expect(written.reports() == [.found(30)])
  }
}
