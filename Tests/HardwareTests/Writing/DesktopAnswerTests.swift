import Guarantees
@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import HardwareTesting
import Testing

/// GNOME answers some levels with one that is a step lower: on a range of 24,000 steps 6,720 with
/// 6,719. It leaves 7,000 and 12,000 alone.
///
/// The levels were computed with gjs, as js/misc/brightnessManager.js of gnome-shell 49.0 does.
@Suite(.tags(.nothingOverwrittenUnseen)) struct DesktopAnswerTests {
  @Test func `GNOME's answer to a held level is no change by the user, and the base level returns`() throws {
    let written = try Self.holding(6720)

    written.handle(written.kernel.move(to: 6719, by: .sysfs))
    written.request(.level(12000))

    #expect(written.reports() == [.wrote(12000, shows: 12000)])
  }

  /// The first step of the fade is 6976, which GNOME answers before the next step or after it.
  @Test(arguments: [(0, 6976), (60, 7232)])
  func `GNOME's answer to a step of a fade does not end the fade`(milliseconds: Int, shown: Int) throws {
    let written = try Self.holding(6720)
    written.apply(.fade(to: 7488, of: 24000, record: .of()))
    written.step()
    written.runThrough(.milliseconds(milliseconds))
    let level = written.kernel.level
    let event = written.kernel.move(to: 6975, by: .sysfs)

    written.read(event)
    written.runThrough(.seconds(1))

    #expect(level == shown)
    #expect(written.kernel.level == 7488)
    #expect(written.reports() == [.wrote(7488, shows: 7488)])
  }

  @Test(
    arguments: [
      (6720, 6719, .hotkey, 0), (6720, 6718, .sysfs, 0), (6720, 6719, .sysfs, 1),
      // GNOME leaves this level alone.
      (6721, 6720, .sysfs, 0),
    ] as [(Int, Int, ChangeSource, Int)]
  )
  func `a hotkey, a level that is no answer, and the same one much later are the user's`(
    held: Int,
    raw: Int,
    source: ChangeSource,
    seconds: Int
  ) throws {
    let written = try Self.holding(held)
    written.pass(.seconds(seconds))

    written.handle(written.kernel.move(to: raw, by: source))

    #expect(written.reports() == [.moved(to: raw, by: source)])
  }

  @Test(arguments: [0, 1])
  func `GNOME's answer that a job finds before its event comes is no change by the user`(jobs: Int) throws {
    let written = try Self.holding(6720)
    let event = written.kernel.move(to: 6719, by: .sysfs)
    written.apply(.level(12000))
    for _ in 0..<jobs { written.step() }

    written.read(event)
    written.runUntilIdle()

    #expect(written.kernel.level == 12000)
    #expect(written.reports() == [.wrote(12000, shows: 12000)])
  }

  @Test func `the event of GNOME's answer is no change by the user where it comes long after the answer was read`()
    throws
  {
    let written = try Self.holding(6720)
    let event = written.kernel.move(to: 6719, by: .sysfs)
    written.handle(ChangeEvent())
    written.pass(.seconds(2))

    written.handle(event)

    #expect(written.reports() == [])
  }

  /// GNOME's answer is read back, or answers what the hardware has made of a level.
  @Test(arguments: [(6720, 6719), (6730, 6720)])
  func `GNOME's answer to a level that shows another is no change by the user`(raw: Int, shown: Int) throws {
    let written = try Written(maximum: 24000, level: 12000) {
      $0.countEvents(from: 100)
      $0.take { wanted, _ in wanted == raw ? shown : wanted }
    }
    written.request(.level(raw, record: .of(), expected: 12000))
    written.clearJournal()

    written.handle(written.kernel.move(to: 6719, by: .sysfs))
    written.request(.level(12000))

    #expect(written.reports() == [.wrote(12000, shows: 12000)])
  }

  /// mutter's least level is 0 of a raw interface with few levels, and 1 of another.
  @Test(arguments: [(BacklightType.raw, 15, 14), (.firmware, 16, 15)])
  func `the range of few levels depends on the interface`(_ type: BacklightType, _ raw: Int, _ answer: Int) throws {
    var light = FakeKernel(maximum: type == .raw ? 22 : 27).light
    light.type = type
    let range = DesktopRange(of: light)

    #expect(range.isAnswer(answer, to: raw))
    #expect(!range.isAnswer(answer - 1, to: answer))
  }

  @Test(arguments: [6719, 12000])
  func `GNOME's answer to the level before is no choice, and the light gets its own again`(answer: Int) throws {
    let written = try Self.holding(6720)
    written.request(.level(12000, record: .of()))
    written.request(.level(7000, record: .of()))
    written.clearJournal()

    written.handle(written.kernel.move(to: answer, by: .sysfs))
    written.request(.level(7000, record: .of()))

    #expect(written.kernel.level == 7000)
    #expect(written.reports() == [.displaced(answer), .wrote(7000, shows: 7000)])
  }

  @Test(arguments: [(6720, 7000, []), (7000, 8000, [.moved(to: 7000, by: .sysfs)])] as [(Int, Int, [WriterReport])])
  func `a level of ours that is written again is the user's where GNOME has nothing to answer`(
    first: Int,
    second: Int,
    reports: [WriterReport]
  ) throws {
    let written = try Self.holding(first)
    written.request(.level(second, record: .of()))
    written.clearJournal()

    written.handle(written.kernel.move(to: 7000, by: .sysfs))

    #expect(written.reports() == reports)
  }

  @Test(arguments: [(999, WriterReport.displaced(6719)), (1000, .moved(to: 6719, by: .sysfs))])
  func `an answer to an earlier level is none a second after that was written`(
    milliseconds: Int,
    report: WriterReport
  ) throws {
    let written = try Self.holding(6720)
    written.pass(.milliseconds(milliseconds))
    written.request(.level(7000, record: .of()))
    written.clearJournal()

    written.handle(written.kernel.move(to: 6719, by: .sysfs))

    #expect(written.reports() == [report])
  }

  @Test func `GNOME's answer to a held level that comes after the return is no choice`() throws {
    let written = try Self.holding(6720)
    written.request(.level(12000))
    written.clearJournal()

    written.handle(written.kernel.move(to: 6719, by: .sysfs))

    #expect(written.reports() == [.displaced(6719)])
  }

  @Test func `an answer to the level before that is read back is no rounding by the hardware`() throws {
    let written = try Self.holding(6720)
    written.kernel.take { wanted, _ in wanted == 7000 ? 6719 : wanted }
    written.request(.level(7000, record: .of()))
    let reports = written.reports()

    written.handle(written.kernel.move(to: 6719, by: .sysfs))

    #expect(reports == [.wrote(7000, shows: 6719)])
    #expect(written.reports() == [.displaced(6719)])
  }

  @Test(
    arguments: [(12000, [.wrote(12000, shows: 12000)]), (nil, [.displaced(6719), .recorded])]
      as [(Int?, [WriterReport])]
  )
  func `a request does not leave the light where GNOME has put it`(target: Int?, reports: [WriterReport]) throws {
    let written = try Self.holding(6720)
    written.request(.level(12000))
    written.clearJournal()
    _ = written.kernel.move(to: 6719, by: .sysfs)

    written.request(TargetRequest(target: target, record: .of(), expected: 12000))

    #expect(written.reports() == reports)
  }

  @Test func `GNOME's answer after a sleep is no choice, however long that was`() throws {
    let written = try Self.holding(6720)
    written.pass(.seconds(9000))
    written.resume(after: .seconds(9000))
    written.runUntilIdle(after: .milliseconds(999))

    written.handle(written.kernel.move(to: 6719, by: .sysfs))

    #expect(written.reports() == [.found(6720)])
  }

  @Test func `a level of ours from a minute before a sleep is the user's after it`() throws {
    let written = try Self.holding(6720)
    written.pass(.seconds(9060))
    written.resume(after: .seconds(9000))
    written.runUntilIdle()
    written.clearJournal()

    written.handle(written.kernel.move(to: 6719, by: .sysfs))

    #expect(written.reports() == [.moved(to: 6719, by: .sysfs)])
  }

  @Test(arguments: [(6720, WriterReport.found(6720)), (7000, .displaced(6719))])
  func `GNOME's answer that the first reading after a sleep finds is no choice`(
    last: Int,
    report: WriterReport
  ) throws {
    let written = try Self.holding(6720)
    if last != 6720 { written.request(.level(last, record: .of())) }
    written.clearJournal()
    written.pass(.seconds(9000))
    _ = written.kernel.move(to: 6719, by: .sysfs)

    written.resume(after: .seconds(9000))
    written.runUntilIdle()

    #expect(written.reports() == [report])
  }

  @Test(arguments: [true, false])
  func `GNOME's answer to a write that was under way at a sleep is no choice`(isRead: Bool) throws {
    let written = try Self.holding(7000)
    written.apply(.level(6720, record: .of()))
    written.resume()
    written.step()
    if isRead { written.runUntilIdle() }

    written.handle(written.kernel.move(to: 6719, by: .sysfs))

    #expect(written.reports() == [.attempted, .found(6720)])
  }

  /// A program moves the light after it was written and before it is read back.
  @Test func `a level that is read back and is newer than the write is the user's`() throws {
    let written = try Written(maximum: 24000, level: 12000) {
      $0.countEvents(from: 100)
      $0.take { wanted, _ in wanted == 6720 ? 1000 : wanted }
    }
    written.request(.level(6720, record: .of(), expected: 12000))
    written.clearJournal()

    written.handle(written.kernel.move(to: 1000, by: .sysfs))

    #expect(written.reports() == [.moved(to: 1000, by: .sysfs)])
  }

  @Test func `GNOME's answer is no change by a key that was pressed before the write`() throws {
    let written = try Written(maximum: 24000, level: 12000) { $0.countEvents(from: 100) }
    var event = written.kernel.move(to: 11000, by: .hotkey)
    written.request(.level(6720, record: .of()))
    written.clearJournal()

    event.add(written.kernel.move(to: 6719, by: .sysfs))
    written.handle(event)
    written.request(.level(12000))

    #expect(written.reports() == [.wrote(12000, shows: 12000)])
  }

  private static func holding(_ raw: Int) throws -> Written {
    let written = try Written(maximum: 24000, level: 12000) { $0.countEvents(from: 100) }
    written.request(.level(raw, record: .of(), expected: 12000))
    written.clearJournal()
    return written
  }
}
