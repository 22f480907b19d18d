import Brightness
import Daemon
import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct Law6DeathTests {
  @Test func `the base is on record before the first claimed write, and no longer after the verified return`() throws {
    let desk = try Desk()
    desk.beginHold(1, .exactly(.all))
    desk.files.fail("panel", .code(EIO))
    desk.goOn()
    #expect(desk.level() == 60)
    #expect(desk.debts.map(\.raw) == [60])

    desk.files.fail("panel", nil)
    desk.pass(.milliseconds(250))
    #expect(desk.level() == 100)
    desk.release(1)

    #expect(desk.debts == [])
  }

  @Test(arguments: 0...6, [true, false])
  func `a program that dies between any two calls of a hold and its end pays at the next start`(
    calls: Int,
    dimmed: Bool
  ) throws {
    let desk = try Desk()
    let wish = Wish.exactly(dimmed ? percent(20) : .all)

    desk.files.die(after: calls)
    desk.beginHold(1, wish)
    desk.goOn()
    if !desk.files.isDead { desk.release(1) }
    desk.kill()
    desk.files.die(after: .max)
    try desk.start()

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(desk.lights[Device.panel.id]?.standing == .free)
  }

  @Test func `a program that dies while it pays, between any two calls, pays at the start after`() throws {
    for calls in 0...4 {
      let desk = try Desk()
      desk.hold(1, .exactly(.all))
      desk.kill()

      desk.files.die(after: calls)
      try desk.start()
      desk.kill()
      desk.files.die(after: .max)
      try desk.start()

      #expect(desk.level() == 60)
      #expect(desk.debts == [])
    }
  }

  @Test func `paying what is recorded once more writes nothing`() throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.kill()
    try desk.start()
    _ = desk.files.takeWritten()

    desk.kill()
    try desk.start()

    #expect(desk.files.takeWritten() == [])
    #expect(desk.level() == 60)
  }

  @Test func `a claim whose base cannot be recorded is refused, and nothing is written`() throws {
    let desk = try Desk([Device.panel, Device.monitor])
    try desk.blockState()

    let answers = desk.hold(1, .exactly(.all))

    #expect(answers.all.count == 1)
    guard case .unrecorded = answers.all.first else {
      Issue.record("answered \(answers.all)")
      return
    }
    #expect(desk.files.takeWritten() == [])
    #expect(desk.takeNews().contains(.cancelled(owner(1))))
    #expect(desk.lights.ids.map { desk.lights[$0]?.standing } == [.free, .free])
    desk.pass(.seconds(60))
    #expect(desk.files.takeWritten() == [])
  }

  @Test(arguments: ["", "brightnessd", "rubbish\n"])
  func `a record that cannot be read is set aside, and the light left as it is`(text: String) throws {
    let desk = try Desk()
    desk.hold(1, .exactly(.all))
    desk.kill()
    try desk.overwrite("debts", with: text)

    try desk.start()

    #expect(desk.level() == 100)
    #expect(desk.doubt != nil)
    desk.hold(1, .exactly(percent(20)))
    desk.release(1)
    #expect(desk.level() == 100)
  }

  @Test func `two programs on one record: the second is refused, and names the first`() throws {
    let desk = try Desk()

    let error = #expect(throws: LightError.self) { try DebtFile.open(desk.state) }

    #expect(error?.description.contains("\(getpid())") == true)
  }

  @Test func `a base below the floor that the person did not allow is lifted to the floor when it is paid`() throws {
    let desk = try Desk([Device.panel.with(["brightness": 0])])
    desk.hold(1, .exactly(.all))
    desk.kill()

    try desk.start()

    #expect(desk.level() == 1)
  }
}
