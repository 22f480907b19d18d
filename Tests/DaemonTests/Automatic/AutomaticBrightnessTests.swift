import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Hardware
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct AutomaticBrightnessTests {
  private static let dark = 3

  @Test func `while it is off there is no thread, no timer and no action, whatever the light does`() throws {
    let daemon = try TestDaemon.withSensor(isRecorded: true)
    let count = daemon.recordedCount

    try daemon.light(20_000)
    daemon.live(.seconds(600))

    #expect(!daemon.sensorThread.isThere)
    #expect(daemon.sensorThread.stepCount == 0)
    #expect(daemon.time.deadlineCount == 0)
    #expect(daemon.running?.loop.timerCount == 0)
    #expect(daemon.recordedCount == count)
  }

  @Test func `constant light is read each four seconds, and is no action`() throws {
    let daemon = try TestDaemon.following(isRecorded: true)
    let count = daemon.recordedCount
    let steps = daemon.sensorThread.stepCount

    for lux in [300, 330, 280, 300, 345, 265, 300, 310, 290, 300] {
      try daemon.light(lux)
      daemon.live(.seconds(60))
    }

    #expect(daemon.recordedCount == count)
    #expect(1...160 ~= daemon.sensorThread.stepCount - steps)
    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `the panel follows the light in the room`() throws {
    let daemon = try TestDaemon.following()

    try daemon.live(in: 10_000)
    let bright = daemon.level()
    try daemon.live(in: Self.dark)
    daemon.live(.seconds(60))

    #expect(bright == 100)
    #expect(daemon.level().map { 15...25 ~= $0 } == true)
  }

  @Test func `the daemon that stops follows no more`() throws {
    let daemon = try TestDaemon.following()
    try daemon.light(10_000)

    #expect(daemon.stop().all == [.done])
    daemon.live(.seconds(60))

    #expect(!daemon.sensorThread.isThere)
    #expect(daemon.level() == 60)
  }

  @Test func `a level that the user sets stays while the light does, and is a lesson`() throws {
    let daemon = try TestDaemon.following()
    try daemon.connect().set(80)
    daemon.live(.seconds(2))

    for lux in [310, 280, 340, 300] {
      try daemon.light(lux)
      daemon.live(.seconds(60))
    }

    #expect(daemon.files.takeWritten() == ["panel 80"])
    #expect(daemon.lessons == ["300 lux: 80%"])
  }

  @Test func `a level set while the room has just got dark is a lesson for the dark`() throws {
    let daemon = try TestDaemon.following()
    try daemon.light(Self.dark)
    daemon.live(.milliseconds(500))

    try daemon.connect().set(30)
    daemon.live(.seconds(120))

    #expect(daemon.files.takeWritten() == ["panel 30"])
    #expect(daemon.lessons == ["3 lux: 30%"])
  }

  @Test func `a program that dims and restores has the last word, and teaches nothing`() throws {
    let daemon = try TestDaemon.following()

    try daemon.move(to: 10)
    daemon.live(.seconds(10))
    try daemon.live(in: 700)
    try daemon.move(to: 60)
    daemon.live(.seconds(60))

    #expect(daemon.level() == 60)
    #expect(daemon.lessons == [])
  }

  @Test func `a program that takes back each adaptation pauses it`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()

    for lux in [3000, 30, 3000] {
      try daemon.live(in: lux)
      daemon.live(.seconds(10))
      try daemon.move(to: 60)
      daemon.live(.seconds(5))
    }
    try daemon.live(in: 20)
    daemon.live(.seconds(120))

    let light = try #require(try client.automaticReport().lights.first)
    #expect(light.mode == .paused)
    #expect(light.reason == "another program changes it")
    #expect(daemon.level() == 60)
  }

  @Test func `below a hold the base level follows, and is shown in one write when the hold ends`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    let holder = try daemon.connect()
    let held = holder.follow(
      SessionsInterface.Hold(scene: .init(claims: [.init(rule: .atMost, percent: 30)]))
    )
    #expect(daemon.level() == 30)
    #expect(daemon.restores.map(\.raw) == [60])

    try daemon.live(in: Self.dark)
    daemon.live(.seconds(30))
    let inTheDark = daemon.level()
    let recordInTheDark = daemon.restores.map(\.raw)
    try daemon.live(in: 10_000)
    let recordInTheLight = daemon.restores.map(\.raw)
    let highest = daemon.files.takeWritten().compactMap { Int($0.split(separator: " ")[1]) }.max()
    holder.leave()
    daemon.live(.seconds(10))

    #expect(held.takeSuccessful().first?.event == .holding)
    #expect(inTheDark.map { 15...25 ~= $0 } == true)
    // Darker than the claim allows, it shows its base level.
    #expect(recordInTheDark == [])
    #expect(recordInTheLight == [100])
    #expect(highest == 30)
    #expect(daemon.files.takeWritten() == ["panel 100"])
    #expect(try client.ask(LightsInterface.Get()).light.state == .free)
  }

  @Test func `a key in the middle of a fade is the last word`() throws {
    let daemon = try TestDaemon.following()
    try daemon.light(10_000)
    daemon.live(until: { daemon.level() != 60 })

    try daemon.connect().set(40)
    daemon.live(.seconds(120))

    #expect(daemon.files.takeWritten().last == "panel 40")
    #expect(daemon.level() == 40)
    #expect(daemon.lessons == ["9980 lux: 40%"])
  }

  @Test func `after a suspend nothing is read for five seconds`() throws {
    let daemon = try TestDaemon.following()
    daemon.live(.seconds(4))

    daemon.resume()
    let steps = daemon.sensorThread.stepCount
    try daemon.light(0)
    daemon.live(.milliseconds(4900))

    #expect(try daemon.connect().automaticReport().sensor?.lux == nil)
    #expect(daemon.sensorThread.stepCount - steps <= 2)
    try daemon.light(10_000)
    daemon.live(.seconds(5))
    #expect(daemon.level() == 100)
  }

  @Test func `while no session is active nothing is read`() throws {
    let daemon = try TestDaemon.following()
    try daemon.switchSeat(to: nil, among: 1000)
    try daemon.live(in: 10_000)

    #expect(!daemon.sensorThread.isThere)
    #expect(daemon.level() == 60)
    try daemon.switchSeat(to: 1000, among: 1000)
    daemon.live(.seconds(5))
    #expect(daemon.level() == 100)
  }

  @Test func `a keyboard is lit in the dark, and off in the light`() throws {
    let daemon = try TestDaemon.withSensor([Device.keyboard])
    try daemon.connect().ask(AutomaticInterface.TurnOn(light: "keyboard"))
    daemon.live(.seconds(6))
    #expect(daemon.level(Device.keyboard) == 1)

    try daemon.live(in: 1)
    daemon.live(.seconds(20))
    let dark = daemon.level(Device.keyboard)
    try daemon.live(in: 300)
    let light = daemon.level(Device.keyboard)
    try daemon.live(in: 1)
    daemon.live(.seconds(20))

    #expect(dark == 1)
    #expect(light == 0)
    #expect(daemon.level(Device.keyboard) == 1)
  }
}

/// The log.
extension AutomaticBrightnessTests {
  @Test func `who turns it on and off is logged, and so is a pause`() throws {
    let lines = Lines()
    let daemon = try TestDaemon.withSensor()
    daemon.kill()
    try daemon.start(lines, level: .info)
    let client = try daemon.connect()

    try client.ask(AutomaticInterface.TurnOn())
    daemon.live(.seconds(6))
    try client.ask(LightsInterface.Set(level: .percent(0), allowOff: true))
    try client.set(50)
    daemon.live(.seconds(2))
    try client.ask(AutomaticInterface.Forget())
    try client.ask(AutomaticInterface.TurnOff())
    _ = client.failure(of: AutomaticInterface.TurnOn(light: "lamp"))

    let texts = lines.all.map(\.withoutProgram).filter { $0.contains("automatic") || $0.contains("sensor") }
    let party =
      ActivityLog.name(ofProcess: User.member.pid).map { "user 1000, process \(User.member.pid) '\($0)'" } ?? ""
    #expect(
      texts == [
        "automatic brightness turned on by \(party): backlight/panel\n",
        "the light sensor is 'iio:device0' (als)\n",
        "automatic brightness of backlight/panel pauses: it was switched off\n",
        "automatic brightness of backlight/panel goes on\n",
        "automatic brightness made to forget its lessons by \(party): backlight/panel\n",
        "automatic brightness turned off by \(party): backlight/panel\n",
      ]
    )
  }

  @Test func `an adaptation is one line at debug, and none at info`() throws {
    for (level, expected) in [(LogLevel.debug, 1), (.info, 0)] {
      let lines = Lines()
      let daemon = try TestDaemon.following()
      daemon.kill()
      try daemon.start(lines, level: level)
      daemon.live(.seconds(6))

      try daemon.live(in: 10_000)

      let adaptations = lines.all.filter { $0.contains(" adapts ") }
      #expect(adaptations.count == expected)
      if expected == 1 {
        #expect(adaptations[0].withoutProgram == "backlight/panel adapts from 60% to 100% in light of 9980 lux\n")
      }
    }
  }
}
