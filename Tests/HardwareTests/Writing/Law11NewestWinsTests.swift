import Hardware
import HardwareTesting
import Testing

@Suite struct Law11NewestWinsTests {
  @Test func `one errand is under way, however many orders come`() throws {
    let written = try Written()

    for raw in 60...69 { written.obey(.level(raw)) }

    #expect(written.errands.count == 1)
  }

  @Test func `of the orders that come while an errand is under way the newest is carried out`() throws {
    let written = try Written()

    for raw in 60...69 { written.obey(.level(raw)) }
    written.settle()

    #expect(written.journal() == ["read 50", "write 60", "read 60", "write 69", "read 69"])
    #expect(written.news() == [.wrote(69, shows: 69)])
  }

  @Test func `an order that replaced another moves the light only from where the other expected it`() throws {
    let written = try Written()
    written.look()
    written.obey(.level(80, owed: .of(), expecting: 50))
    written.obey(.level(90, owed: .of()))
    written.step()
    _ = written.kernel.move(to: 30, by: .unknown)

    written.settle()

    #expect(written.news() == [.found(50), .found(30)])
    #expect(written.kernel.level == 30)
  }

  @Test func `an errand that hangs is told once, and told to have ended`() throws {
    let written = try Written()
    written.obey(.level(60))

    written.pass(.milliseconds(999))
    let early = written.news()
    written.pass(.milliseconds(1))
    written.pass(.seconds(60))
    let late = written.news()
    written.settle()

    #expect(early == [])
    #expect(late == [.hangs])
    #expect(written.news() == [.answers, .wrote(60, shows: 60)])
  }

  @Test func `orders wait for an errand that hangs`() throws {
    let written = try Written()
    written.obey(.level(60))
    written.pass(.seconds(2))

    written.obey(.level(70))
    written.obey(.level(80))
    let count = written.errands.count
    written.settle()

    #expect(count == 1)
    #expect(written.news() == [.hangs, .answers, .wrote(80, shows: 80)])
  }

  @Test func `no deadline stands when nothing is under way`() throws {
    let written = try Written()

    written.order(.level(60, owed: .of(), expecting: 50))
    let count = written.time.deadlineCount
    written.hear(written.kernel.move(to: 70, by: .hotkey))

    #expect(count == 0)
    #expect(written.time.deadlineCount == 0)
  }

  @Test func `a writer that goes leaves no deadline, and its errand's end nowhere to go`() throws {
    let time = SteppedTime()
    let errands = SteppedErrands()
    weak var gone: LightWriter?
    do {
      let written = try Written(time: time, errands: errands)
      written.obey(.level(60))
      gone = written.writer
    }

    #expect(gone == nil)
    #expect(time.deadlineCount == 0)
    #expect(errands.step())
  }
}
