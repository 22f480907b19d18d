import Brightness
import BrightnessModel
import Daemon
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.slowLightsAreIsolated)) struct HangingLightTests {
  @Test func `a light that hangs delays only itself, and is reported as such`() throws {
    let daemon = try TestDaemon([Device.monitor, Device.panel])
    let monitorAnswers = daemon.beginHold(1, .exactly(.all), of: .light(Device.monitor.id))
    let panelAnswers = daemon.beginHold(2, .exactly(.all), of: .light(Device.panel.id))

    daemon.step(1)
    #expect(panelAnswers.all == [.done])
    #expect(monitorAnswers.all == [])
    daemon.time.pass(.seconds(1))
    daemon.takeTurn()

    #expect(daemon.fault(of: Device.monitor) == .hangs)
    #expect(monitorAnswers.all == [.done])
    daemon.runUntilIdle()
    #expect(daemon.fault(of: Device.monitor) == nil)
    #expect(daemon.level(Device.monitor) == 100)
  }

  @Test func `a call for a light that hangs already is answered`() throws {
    let daemon = try TestDaemon()
    daemon.beginHold(1, .exactly(.all))
    daemon.takeTurn()
    daemon.time.pass(.seconds(2))
    daemon.takeTurn()

    let answers = daemon.beginSet(.share(percent(33)), of: Device.panel, fade: nil)
    daemon.takeTurn()
    daemon.takeTurn()

    #expect(answers.all.count == 1)
    #expect(daemon.fault(of: Device.panel) == .hangs)
  }

  @Test func `of several targets during a write only the newest is written, and answers all calls`() throws {
    let daemon = try TestDaemon()
    let first = daemon.beginHold(1, .exactly(.all))
    daemon.takeTurn()
    let others = (2...9).map { daemon.beginHold($0, .exactly(percent(Double($0)))) }
    #expect(first.all == [])

    daemon.runUntilIdle()

    #expect(daemon.files.takeWritten() == ["panel 100", "panel 9"])
    #expect(([first] + others).map(\.all) == Array(repeating: [.done], count: 9))
  }

  @Test func `a hold fades to its level in the light's steps, and its end does not fade`() throws {
    let daemon = try TestDaemon()

    let answers = daemon.hold(1, .exactly(.all), fade: .milliseconds(200))
    for _ in 1...10 { daemon.pass(.seconds(1) / 30) }
    #expect(daemon.files.takeWritten() == [67, 73, 80, 87, 93, 100].map { "panel \($0)" })
    #expect(answers.all == [.done])
    daemon.release(1)

    #expect(daemon.files.takeWritten() == ["panel 60"])
  }

  @Test func `a light whose first read hangs does not delay the other lights`() throws {
    let daemon = try TestDaemon([Device.panel])
    try daemon.plugSilently(Device.monitor)
    daemon.takeTurn()

    daemon.beginHold(1, .exactly(.all), of: .light(Device.panel.id))
    daemon.step(0)

    #expect(daemon.level() == 100)
    #expect(daemon.lights[Device.monitor.id] == nil)
  }

  @Test func `a light whose first read hangs delays the start by at most a second`() throws {
    let daemon = try TestDaemon([Device.panel])
    try daemon.plugSilently(Device.monitor)
    daemon.takeTurn()
    let answers = Answers()
    daemon.subject.assumeIsolated { $0.whenAtRest { answers.note(.done) } }

    daemon.time.pass(.milliseconds(999))
    daemon.takeTurn()
    #expect(answers.all == [])

    daemon.time.pass(.milliseconds(1))
    daemon.takeTurn()
    #expect(answers.all == [.done])
  }
}
