import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct Law8EchoTests {
  @Test func `the first look tells what is found, a second one nothing`() throws {
    let written = try Written()

    written.hear(Stir())
    written.hear(Stir())

    #expect(written.news() == [.found(50)])
  }

  @Test(arguments: [ChangeSource.sysfs, .hotkey, .unknown])
  func `a level that is not ours is somebody else's move`(source: ChangeSource) throws {
    let written = try Written.holding()

    written.hear(written.kernel.move(to: 30, by: source))

    #expect(written.news() == [.moved(to: 30, by: source)])
  }

  @Test func `what systemd remembers of a light that came is nobody's move, and is written once`() throws {
    let written = try Written.holding()
    written.hear(Stir(isToBeRestored: true))

    written.hear(written.kernel.move(to: 30, by: .sysfs))
    written.hear(written.kernel.move(to: 40, by: .sysfs))

    #expect(written.news() == [.restored(to: 30), .moved(to: 40, by: .sysfs)])
  }

  @Test func `a key is the person's also while systemd is awaited, and so is what comes long after`() throws {
    let written = try Written.holding()
    written.hear(Stir(isToBeRestored: true))

    written.hear(written.kernel.move(to: 30, by: .hotkey))
    written.settle(after: .seconds(10))
    written.hear(written.kernel.move(to: 40, by: .sysfs))

    #expect(written.news() == [.moved(to: 30, by: .hotkey), .moved(to: 40, by: .sysfs)])
  }

  @Test func `the echo of our own write is none`() throws {
    let written = try Written.holding()

    written.hear(written.kernel.move(to: 80, by: .sysfs))

    #expect(written.news() == [])
  }

  @Test func `what the hardware made of our level is none, nor is the level itself`() throws {
    let written = try Written.holding()
    written.kernel.take { wanted, _ in wanted / 10 * 10 }
    written.order(.level(67, owed: .of()))
    written.forgetPast()

    written.hear(written.kernel.move(to: 60, by: .sysfs))
    written.hear(written.kernel.move(to: 67, by: .unknown))

    #expect(written.news() == [])
  }

  @Test func `a level that an error left behind is none, nor a reason to write at once`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .codeAfterTaking(EIO), times: 2)

    written.order(.level(60, owed: .of()))
    written.hear(Stir([.sysfs]))
    let news = written.news()
    #expect(written.kernel.journal.take().count { $0.hasPrefix("write") } == 1)
    for _ in 1...2 { written.settle(after: .milliseconds(500)) }

    #expect(news.map(\.remedy) == [.triesAgain])
    #expect(written.kernel.level == 60)
    #expect(written.news() == [.wrote(60, shows: 60)])
  }

  @Test func `what an LED had become in silence before a write that failed is nobody's change after it`() throws {
    let written = try Written(LightID(.leds, "x::kbd_backlight"), maximum: 3, level: 1)
    written.hear(Stir())
    _ = written.kernel.move(to: 0, by: .unknown)
    written.kernel.fail(.write, .code(EIO))
    written.forgetPast()

    written.order(.level(2))
    written.settle(after: .milliseconds(250))

    #expect(written.kernel.level == 2)
    #expect(written.news().last == .wrote(2, shows: 2))
  }

  @Test func `a key that leads to the very level that is held is a choice`() throws {
    let written = try Written.holding()

    written.hear(written.kernel.move(to: 80, by: .hotkey))

    #expect(written.news() == [.moved(to: 80, by: .hotkey)])
  }

  @Test func `a key that was heard while we wrote is overtaken by us`() throws {
    let written = try Written.holding()
    written.obey(.level(60, owed: .of()))

    written.look(Stir([.hotkey]))
    written.settle()

    #expect(written.news() == [.wrote(60, shows: 60)])
  }

  @Test(arguments: [ChangeSource.sysfs, .hotkey])
  func `the kernel's count tells who came last`(source: ChangeSource) throws {
    let written = try Written.holding { $0.countEvents(from: 100) }

    written.hear(Stir([source], newestMove: 101))
    let before = written.news()
    written.hear(written.kernel.move(to: 80, by: source))

    #expect(before == [])
    #expect(written.news() == [.moved(to: 80, by: source)])
  }

  @Test func `what somebody writes while a return is under way is theirs, and not what the hardware made of ours`()
    throws
  {
    let written = try Written.holding { $0.countEvents(from: 100) }
    written.kernel.take { _, _ in 30 }
    written.order(.level(50))
    let returned = written.news()

    written.hear(Stir([.sysfs], newestMove: written.kernel.newestEvent()! + 1))

    #expect(returned == [.wrote(50, shows: 30)])
    #expect(written.news() == [.moved(to: 30, by: .sysfs)])
  }

  @Test func `an event that tells of no move is none, whatever its number`() throws {
    let written = try Written.holding { $0.countEvents() }

    written.hear(written.kernel.move(to: 80, by: .unknown))

    #expect(written.news() == [])
  }

  @Test func `the echoes of a fade are none, counted or not`() throws {
    let written = try Written.holding { $0.countEvents() }
    written.obey(LightOrder(through: [70, 60], owed: .of()))
    written.step()

    written.hear(Stir([.sysfs], newestMove: written.kernel.newestEvent()))
    written.settle(after: .milliseconds(100))
    written.hear(Stir([.sysfs], newestMove: written.kernel.newestEvent()))

    #expect(written.news() == [.wrote(60, shows: 60)])
  }

  @Test func `a level that was ours before somebody moved the light is no longer ours`() throws {
    let written = try Written.holding()
    written.hear(written.kernel.move(to: 30, by: .sysfs))

    written.hear(written.kernel.move(to: 80, by: .sysfs))

    #expect(written.news() == [.moved(to: 30, by: .sysfs), .moved(to: 80, by: .sysfs)])
  }

  @Test func `a level between two steps of a fade ends the fade`() throws {
    let written = try Written.holding()
    written.obey(LightOrder(through: [70, 60, 50], owed: .of()))
    written.step()

    written.hear(written.kernel.move(to: 30, by: .hotkey))
    written.settle(after: .seconds(1))

    #expect(written.news() == [.moved(to: 30, by: .hotkey)])
    #expect(written.kernel.level == 30)
    #expect(written.time.deadlineCount == 0)
  }

  @Test func `a level that came during a step of a fade is not written over by the next step`() throws {
    let written = try Written.holding()
    written.order(LightOrder(through: [70, 60, 50], every: .milliseconds(100), owed: .of()))
    written.pass(.milliseconds(100))
    written.look(Stir([.hotkey]))
    written.pass(.milliseconds(100))
    written.step()
    _ = written.kernel.move(to: 30, by: .hotkey)

    written.settle()

    #expect(written.news() == [.moved(to: 30, by: .hotkey)])
    #expect(written.kernel.level == 30)
  }

  @Test func `a level between two tries ends the tries`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(EBUSY))
    written.order(.level(50))
    written.forgetPast()

    _ = written.kernel.move(to: 30, by: .unknown)
    written.settle(after: .seconds(1))

    #expect(written.journal() == ["read 30"])
    #expect(written.news() == [.moved(to: 30, by: .unknown)])
  }

  @Test func `a level that came during an errand is not written over by the order that waited`() throws {
    let written = try Written.holding()
    written.obey(.level(60, owed: .of()))
    written.obey(.level(70, owed: .of()))
    written.look(Stir([.hotkey]))
    written.step()
    _ = written.kernel.move(to: 30, by: .hotkey)

    written.settle()

    #expect(written.news() == [.moved(to: 30, by: .hotkey)])
    #expect(written.kernel.level == 30)
  }

  @Test func `a light that is not where its claim expects it is left alone`() throws {
    let written = try Written(level: 30)

    written.order(.level(80, owed: .of(), expecting: 50))

    #expect(written.journal() == ["read 30"])
    #expect(written.news() == [.found(30)])
    #expect(written.records.debts == [:])
  }
}
