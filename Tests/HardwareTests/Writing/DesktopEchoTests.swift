import Guarantees
@testable import Hardware

import EventLoop
import HardwareTesting
import Model
import Testing

/// GNOME answers some levels with one that is a step lower: on a range of 24,000 steps 6,720 with
/// 6,719.
///
/// The levels were computed with gjs, as js/misc/brightnessManager.js of gnome-shell 49.0 does.
@Suite(.tags(.nothingOverwrittenUnseen)) struct DesktopEchoTests {
  @Test func `GNOME's answer to a held level is no change by the user, and the base level returns`() throws {
    let written = try Self.holding(6720)

    written.handle(written.kernel.move(to: 6719, by: .sysfs))
    written.request(.level(12000))

    #expect(written.reports() == [.wrote(12000, shows: 12000)])
  }

  @Test func `GNOME's answer to a step of a fade does not end the fade`() throws {
    let written = try Self.holding(6720)
    written.apply(.fade(to: 7488, of: 24000, record: .of()))
    written.step()
    let step = written.kernel.level
    let event = written.kernel.move(to: step - 1, by: .sysfs)

    written.read(event)
    written.runThrough(.seconds(1))

    #expect(step == 6976)
    #expect(written.reports() == [.wrote(7488, shows: 7488)])
  }

  @Test func `a hotkey, another level, and the same one much later are the user's`() throws {
    let key = try Self.holding(6720)
    key.handle(key.kernel.move(to: 6719, by: .hotkey))
    let step = try Self.holding(6720)
    step.handle(step.kernel.move(to: 6718, by: .sysfs))
    let late = try Self.holding(6720)
    late.pass(.seconds(1))
    late.handle(late.kernel.move(to: 6719, by: .sysfs))

    #expect(key.reports() == [.moved(to: 6719, by: .hotkey)])
    #expect(step.reports() == [.moved(to: 6718, by: .sysfs)])
    #expect(late.reports() == [.moved(to: 6719, by: .sysfs)])
  }

  @Test func `a level that GNOME leaves alone has no answer`() throws {
    let written = try Self.holding(6721)

    written.handle(written.kernel.move(to: 6720, by: .sysfs))

    #expect(written.reports() == [.moved(to: 6720, by: .sysfs)])
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

  @Test func `GNOME's answer that is read back is no change by the user when its event comes`() throws {
    let written = try Written(maximum: 24000, level: 12000) {
      $0.countEvents(from: 100)
      $0.take { wanted, _ in wanted == 6720 ? 6719 : wanted }
    }
    written.request(.level(6720, record: .of(), expected: 12000))
    written.clearJournal()

    written.handle(written.kernel.move(to: 6719, by: .sysfs))
    written.request(.level(12000))

    #expect(written.reports() == [.wrote(12000, shows: 12000)])
  }

  /// mutter's least level is 0 of a raw interface with few levels, and 1 of another.
  @Test(arguments: [(BacklightType.raw, 15, 14), (.firmware, 16, 15)])
  func `the range of few levels depends on the interface`(_ type: BacklightType, _ raw: Int, _ answer: Int) throws {
    var light = FakeKernel(maximum: type == .raw ? 22 : 27).facts
    light.type = type
    let range = DesktopRange(of: light)

    #expect(range.isEcho(answer, of: raw))
    #expect(!range.isEcho(answer - 1, of: answer))
  }

  private static func holding(_ raw: Int) throws -> Written {
    let written = try Written(maximum: 24000, level: 12000) { $0.countEvents(from: 100) }
    written.request(.level(raw, record: .of(), expected: 12000))
    written.clearJournal()
    return written
  }
}
