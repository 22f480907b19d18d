import BrightnessModel
import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct FadeTests {
  /// From 50 by way of 60 and 70, each shown for 50 milliseconds.
  static let fade = TargetRequest.fade(to: 80)

  @Test func `fade steps are written in order and only the target is reported`() throws {
    let written = try Written.read()

    written.apply(Self.fade)
    written.runUntilIdle()
    let tries = written.triesWithin(.seconds(1))

    #expect(tries == [50, 100])
    #expect(
      written.journal() == [
        "read 50", "write 60", "read 60", "read 60", "write 70", "read 70", "read 70", "write 80", "read 80",
      ]
    )
    #expect(written.reports() == [.wrote(80, shows: 80)])
  }

  @Test func `a fade starts from the level at its request`() throws {
    let written = try Written.read()

    written.request(.level(20))
    written.request(.fade(to: 50))

    #expect(written.journal() == ["read 50", "write 20", "read 20", "read 20", "write 30", "read 30"])
  }

  @Test func `a light whose level is not known goes straight to the target`() throws {
    let written = try Written()

    written.request(Self.fade)

    #expect(written.journal() == ["read 50", "write 80", "read 80"])
    #expect(written.reports() == [.wrote(80, shows: 80)])
  }

  @Test func `a newer request ends a fade`() throws {
    let written = try Written.read()

    written.request(Self.fade)
    written.apply(.level(20))
    written.runUntilIdle()
    written.runThrough(.seconds(1))

    #expect(written.journal() == ["read 50", "write 60", "read 60", "read 60", "write 20", "read 20"])
    #expect(written.time.deadlineCount == 0)
  }

  @Test func `the base is recorded before the first step, and the record is cleared after the last`() throws {
    let written = try Written.read()

    written.request(.fade(to: 70, over: .milliseconds(70), record: .of(), expected: 50))
    written.runThrough(.seconds(1))
    written.request(.fade(to: 50, over: .milliseconds(70)))
    written.runThrough(.seconds(1))

    let held = ["read 50", "record 50", "write 60", "read 60", "read 60", "write 70", "read 70"]
    let returned = ["read 70", "write 60", "read 60", "read 60", "write 50", "read 50", "clear panel"]
    #expect(written.journal() == held + returned)
  }

  @Test(arguments: [(21, 0), (0, 11)])
  func `a light whose write or readings take long goes straight to the target, in later fades too`(
    write: Int,
    reading: Int
  ) throws {
    let written = try Written.read()
    written.kernel.delay(.milliseconds(write), .milliseconds(write))
    written.kernel.delayReadings(.milliseconds(reading))

    written.request(Self.fade)
    written.request(.fade(to: 50))

    #expect(
      written.journal() == [
        "read 50", "write 60", "read 60", "read 60", "write 80", "read 80", "read 80", "write 50", "read 50",
      ]
    )
  }

  @Test func `a light whose last write was quick is faded again`() throws {
    let written = try Written.read()
    written.kernel.delay(.milliseconds(21), .milliseconds(20))

    written.request(Self.fade)
    written.request(.fade(to: 60, over: .milliseconds(70)))

    #expect(written.journal().suffix(2) == ["write 70", "read 70"])
  }

  @Test func `after a failed step only the target is retried`() throws {
    let written = try Written.read()
    written.kernel.fail(.write, .code(EIO))

    written.request(Self.fade)
    written.runUntilIdle(after: .milliseconds(250))

    #expect(written.journal() == ["read 50", "write 60", "read 50", "write 80", "read 80"])
  }

  @Test func `a fade step that coarse hardware does not show is no failure`() throws {
    let written = try Written.read()
    written.kernel.take { wanted, _ in wanted / 50 * 50 }

    written.request(.fade(to: 10, over: .milliseconds(150)))
    written.runThrough(.seconds(1))

    #expect(written.reports() == [.wrote(10, shows: 0)])
  }
}
