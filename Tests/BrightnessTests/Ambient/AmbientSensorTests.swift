import BrightnessModel
import Testing

@testable import Brightness

/// Sensors, seats and restarts, and keyboards.
@Suite struct AmbientSensorTests {
  private let room = Room.following()

  @Test
  func `after a sleep, another sensor and a closed lid two readings are enough, and the same light changes nothing`() {
    func another(_ number: Int) -> SensorEvent {
      .found(LightSensor(name: "als", device: "iio:device\(number)", unit: .lux))
    }
    let events: [(String, (Room, _ count: Int) -> Void)] = [
      ("resumed", { room, _ in room.note(room.harness.send(.resumed, .light(panel, .found(55)))) }),
      ("another sensor", { room, count in room.send(.sensor(another(count))) }),
      ("lid", { room, _ in room.send(.sensor(.panelIsOff)) }),
    ]
    for (name, event) in events {
      let test = Self()
      event(test.room, 1)
      test.room.wait(60, in: 320)
      #expect(test.room.takeWrites() == [], "\(name)")

      event(test.room, 2)
      let start = test.room.second
      test.room.wait(60, in: 20)

      let writes = test.room.takeWrites()
      #expect(writes.count == 1 && writes[0].second - start <= 5, "\(name): \(writes)")
    }
  }

  @Test func `while no light that follows is there the sensor is not read`() {
    room.note(room.harness.disconnect(panel))
    #expect(!room.isRead)

    room.note(room.harness.connect(panel, .panel, range: range(100), raw: 55))
    #expect(room.isRead)
    room.wait(60, in: 300)
    #expect(room.takeWrites() == [])
  }

  @Test func `a monitor that follows is read when it is connected, and then follows`() {
    let dell = LightID(.ddc, "dell")
    let device = LightDevice(kind: .monitor, maximum: 100, scale: .linear)
    let room = Room([dell: .monitor])
    room.turnOn(dell)
    room.wait(60, in: 300)
    room.note(room.harness.disconnect(dell))

    let connected = room.note(room.harness.send(.light(dell, .connected(device))))
    #expect(connected.outputs.flatMap(\.firstReadings).map(\.reading) == [.untilRead])
    room.note(room.harness.found(55, on: dell))
    room.wait(120, in: 20_000)

    #expect(room.takeWrites(dell).map(\.raw) == [100])
  }

  @Test func `while nobody is at the seat the sensor is not read`() {
    room.note(room.harness.seat(nil, among: [1000]))
    #expect(!room.isRead)

    room.note(room.harness.seat(1000, among: [1000]))
    #expect(room.isRead)
  }

  @Test func `the next daemon goes on where this one was, and moves nothing`() throws {
    room.set(to: 80)
    room.wait(60, in: 300)
    let record = room.harness.state.ambient.record

    let next = Room(at: 80)
    next.send(.restored(record))
    next.send(.sensor(.found(Room.sensor)))
    next.wait(3600, in: 310)
    #expect(next.takeWrites() == [])
    #expect(next.harness.state.followingView(of: panel)?.rule == room.harness.state.followingView(of: panel)?.rule)

    next.wait(60, in: 20_000)
    #expect(next.takeWrites().map(\.raw) == [100])
  }

  @Test func `the next daemon finishes an adaptation that this one died in`() {
    room.wait(60, in: 20_000)
    var record = room.harness.state.ambient.record
    #expect(room.base() == 100)
    // As it was saved before the light was written.
    record.lights[panel]?.formerLevel = percent(55)

    let next = CoreHarness()
    let restarted = Room(on: next)
    restarted.send(.restored(record))
    restarted.note(next.connect(panel, .panel, range: range(100), raw: 80))
    restarted.wait(60, in: 20_000)

    #expect(restarted.takeWrites().map(\.raw) == [100])
    #expect(next.state.followingView(of: panel)?.offset == nil)
  }

  /// The firmware's level comes first, and the one that systemd has saved a moment later.
  @Test(arguments: [55, 60], [0.0, 9])
  func `after a reboot in other light the saved level adapts, and another one stays`(saved: Int, seconds: Double) {
    let record = room.harness.state.ambient.record
    let next = Room(on: CoreHarness())
    next.send(.restored(record))
    next.note(next.harness.connect(panel, .panel, range: range(100), raw: 20))
    next.wait(seconds, in: 20_000)

    next.note(next.harness.restoredBySystem(panel, to: saved))
    next.wait(60, in: 20_000)

    #expect(next.base() == (saved == 55 ? 100 : 60))
    #expect((next.harness.state.followingView(of: panel)?.offset == nil) == (saved == 55))
  }

  // MARK: - Keyboards

  @Test func `a keyboard is lit in the dark, and stays as the user wants it there`() {
    let room = Room([keyboard: .keyboard], at: 50)
    room.turnOn(keyboard)
    room.wait(60, in: 5)
    #expect(room.takeWrites(keyboard) == [])

    room.wait(60, in: 300)
    #expect(room.base(keyboard) == 0)
    room.wait(60, in: 15)
    #expect(room.base(keyboard) == 0)
    room.wait(60, in: 5)
    #expect(room.base(keyboard) == 50)
    room.wait(60, in: 15)
    #expect(room.base(keyboard) == 50)

    room.set(keyboard, to: 0)
    room.wait(60, in: 5)
    room.wait(60, in: 300)
    room.wait(60, in: 5)
    #expect(room.base(keyboard) == 0)
  }

  @Test func `a keyboard in twilight stays as it is over a restart, and after a sleep gets its level again`() {
    let room = Room([keyboard: .keyboard], at: 50)
    room.turnOn(keyboard)
    room.wait(60, in: 5)
    room.wait(60, in: 15)
    let record = room.harness.state.ambient.record

    let next = Room([keyboard: .keyboard], at: 50)
    next.send(.restored(record))
    next.wait(60, in: 15)
    #expect(next.takeWrites(keyboard) == [])

    next.note(next.harness.send(.resumed, .light(keyboard, .found(0))))
    next.wait(60, in: 15)
    #expect(next.takeWrites(keyboard).map(\.raw) == [50])
  }

  @Test func `a keyboard keeps its lessons while its first LED is gone`() {
    let leds = ["rgb:kbd_backlight", "rgb:kbd_backlight_1"].map { LightID(.leds, $0) }
    let room = Room([leds[0]: .keyboard, leds[1]: .keyboard], at: 50)
    room.turnOn(leds[0])
    room.wait(60, in: 5)
    let rule = room.harness.state.followingView(of: leds[0])?.rule
    room.note(room.harness.disconnect(leds[0]))

    room.wait(60, in: 300)
    room.wait(60, in: 5)

    #expect(room.harness.state.followingView(of: leds[0])?.rule == rule)
    #expect(room.takeWrites(leds[1]).map(\.raw) == [0, 50])
  }

  @Test(arguments: [(60, 80), (20, 60)])
  func `the next daemon finishes an adaptation in which one LED was behind the other`(first: Int, second: Int) {
    let leds = ["rgb:kbd_backlight", "rgb:kbd_backlight_1"].map { LightID(.leds, $0) }
    let record = FollowerRecord(
      mode: .on,
      rule: .keyboard(KeyboardLevels(dark: percent(20), light: .nothing)),
      level: percent(20),
      formerLevel: percent(80),
      light: AmbientLight(Illuminance(lux: 5)),
      room: .dark
    )

    let next = Room(on: CoreHarness())
    next.send(.restored(AmbientRecord(room: AmbientLight(Illuminance(lux: 5)), lights: [leds[0]: record])))
    next.note(next.harness.connect(leds[1], .keyboard, range: range(100, .keyboard), raw: second))
    next.note(next.harness.connect(leds[0], .keyboard, range: range(100, .keyboard), raw: first))
    next.wait(60, in: 5)

    #expect(leds.map { next.harness.state.lights[$0]?.base?.base.setting.raw } == [20, 20])
  }

  @Test func `the next daemon finishes an adaptation of an LED whose level was not that of the first`() {
    let leds = ["rgb:kbd_backlight", "rgb:kbd_backlight_1"].map { LightID(.leds, $0) }
    let harness = CoreHarness()
    for (led, raw) in zip(leds, [50, 80]) {
      harness.connect(led, .keyboard, range: range(100, .keyboard), raw: raw)
    }
    let room = Room(on: harness)
    room.turnOn(leds[0])
    room.wait(60, in: 300)
    // The first LED cannot be read after a sleep, and this daemon dies while the other one fades.
    room.note(harness.send(.resumed, .light(leds[1], .found(80))))
    let readings = (1...2).map { second in
      let reading = SensorEvent.read(Illuminance(lux: 5), at: Moment(room.now + .seconds(second)))
      return harness.send(.ambient(.sensor(reading)))
    }
    #expect(readings[1].newTargets == [leds[1]: 50])
    let record = harness.state.ambient.record

    let next = Room(on: CoreHarness())
    next.send(.restored(record))
    next.note(next.harness.connect(leds[1], .keyboard, range: range(100, .keyboard), raw: 65))
    next.wait(60, in: 5)

    #expect(next.takeWrites(leds[1]).map(\.raw) == [50])
  }

  @Test func `a dark room is light again from two and a half times the light in which it got dark`() {
    func level(after lux: Int) -> Int? {
      let room = Room([keyboard: .keyboard], at: 50)
      room.turnOn(keyboard)
      room.wait(60, in: 5)
      room.wait(60, in: lux)
      return room.base(keyboard)
    }

    #expect(level(after: 24) == 50)
    #expect(level(after: 26) == 0)
  }

  @Test func `all LEDs of a keyboard follow`() {
    let leds = ["rgb:kbd_backlight", "rgb:kbd_backlight_1"].map { LightID(.leds, $0) }
    let room = Room([leds[0]: .keyboard, leds[1]: .keyboard], at: 50)
    room.turnOn(leds[0])
    room.wait(60, in: 5)

    room.wait(60, in: 300)

    #expect(leds.map { room.takeWrites($0).map(\.raw) } == [[0], [0]])
  }
}
