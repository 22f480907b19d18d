import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct FadeTests {
  static let fade = LightOrder(through: [60, 70, 80], every: .milliseconds(100))

  @Test func `steps are written one after the other, and the last one is told`() throws {
    let written = try Written()

    written.obey(Self.fade)
    written.settle()
    let tries = written.triesWithin(.seconds(1))

    #expect(tries == [100, 200])
    #expect(written.journal() == ["read 50", "write 60", "read 60", "write 70", "read 70", "write 80", "read 80"])
    #expect(written.news() == [.wrote(80, shows: 80)])
  }

  @Test func `each step is shown for its own time`() throws {
    let written = try Written()

    written.obey(
      LightOrder(steps: [.init(60, lasts: .milliseconds(50)), .init(70, lasts: .milliseconds(400)), .init(80)])
    )
    written.settle()
    let tries = written.triesWithin(.seconds(1))

    #expect(tries == [50, 450])
    #expect(written.kernel.level == 80)
  }

  @Test func `no light is stepped more than thirty times a second`() throws {
    let written = try Written(maximum: 1000)

    written.order(LightOrder(through: Array(100...199), every: .microseconds(1)))
    let tries = written.triesWithin(.seconds(1))

    #expect((29...30).contains(tries.count))
  }

  @Test func `a newer order ends a fade`() throws {
    let written = try Written()

    written.order(Self.fade)
    written.obey(.level(20))
    written.settle()
    written.settleThrough(.seconds(1))

    #expect(written.journal() == ["read 50", "write 60", "read 60", "write 20", "read 20"])
    #expect(written.time.deadlineCount == 0)
  }

  @Test func `a debt is recorded before the first step, and cleared after the last`() throws {
    let written = try Written()

    written.order(LightOrder(through: [60, 70], owed: .of(), expecting: 50))
    written.settleThrough(.seconds(1))
    written.order(LightOrder(through: [60, 50]))
    written.settleThrough(.seconds(1))

    let held = ["read 50", "record 50", "write 60", "read 60", "write 70", "read 70"]
    #expect(written.journal() == held + ["write 60", "read 60", "write 50", "read 50", "clear panel"])
  }

  @Test func `a light whose write takes long goes straight to the goal, in later fades too`() throws {
    let written = try Written()
    written.kernel.delay(.milliseconds(21), .milliseconds(21))

    written.order(Self.fade)
    written.order(LightOrder(through: [70, 60, 50]))

    #expect(
      written.journal() == ["read 50", "write 60", "read 60", "write 80", "read 80", "write 50", "read 50"]
    )
  }

  @Test func `a light whose last write was quick is faded again`() throws {
    let written = try Written()
    written.kernel.delay(.milliseconds(21), .milliseconds(20))

    written.order(Self.fade)
    written.order(LightOrder(through: [70, 60]))

    #expect(written.journal().suffix(2) == ["write 70", "read 70"])
  }

  @Test func `a step that fails leaves the goal to be tried`() throws {
    let written = try Written()
    written.kernel.fail(.write, .code(EIO))

    written.order(Self.fade)
    written.settle(after: .milliseconds(250))

    #expect(written.journal() == ["read 50", "write 60", "read 50", "write 80", "read 80"])
  }

  @Test func `a hardware of few steps that stands still between two of ours has not failed`() throws {
    let written = try Written()
    written.kernel.take { wanted, _ in wanted / 50 * 50 }

    written.order(LightOrder(through: [40, 30, 20, 10]))
    written.settleThrough(.seconds(1))

    #expect(written.news() == [.wrote(10, shows: 0)])
  }
}
