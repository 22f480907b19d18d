import Guarantees
import LightTraces
import Model
import RandomHistories
import Testing

@testable import Brightness

/// What the user and others do to a light that follows, and what comes of it.
@Suite struct AmbientLessonTests {
  private let room: Room

  /// A panel that has followed 300 lux for a minute, at 55 %.
  init() {
    room = Room()
    room.turnOn(panel)
    room.wait(60, in: 300)
  }

  private var curve: AmbientCurve? {
    if case .curve(let curve)? = room.harness.state.followingView(of: panel)?.rule { curve } else { nil }
  }

  private func level(at lux: Int) -> Int? {
    curve.map { Int($0.share(at: AmbientLight(Illuminance(lux: lux))).percent.rounded()) }
  }

  private var mode: FollowerRecord.Mode? { room.harness.state.followingView(of: panel)?.mode }

  // MARK: - Turning on and off

  @Test(arguments: [1, 10, 55, 100], [0, 5, 300, 100_000])
  func `turning on moves nothing`(raw: Int, lux: Int) {
    let room = Room(at: raw)
    room.turnOn(panel)

    room.wait(3600, in: lux)

    #expect(room.takeWrites() == [])
    #expect(room.base() == raw)
  }

  @Test func `turning on after hours takes the light of now, not that of before`() {
    room.wait(60, in: 20_000)
    room.call(.automatic(.turnOff, [panel]))
    room.set(to: 20)
    room.pass(8 * 3600)
    _ = room.takeWrites()

    room.turnOn(panel)
    room.wait(60, in: 5)

    #expect(room.takeWrites() == [])
  }

  @Test func `turning another light on while the room gets dark moves only the first one`() {
    let room = Room([panel: .panel, monitor: .monitor])
    room.turnOn(panel)
    room.wait(60, in: 300)
    room.wait(2, in: 5)
    room.turnOn(monitor)

    room.wait(120, in: 5)

    #expect(room.takeWrites(monitor) == [])
    #expect(room.takeWrites(panel).count == 1)
  }

  @Test func `turning on below the floor pauses until the light gets another level`() {
    let room = Room(at: 5)
    room.note(room.harness.override(panel) { $0.floor = percent(12) })
    room.note(room.harness.send(.light(panel, .moved(5, by: .sysfs, at: Moment(.zero)))))
    room.turnOn(panel)
    room.wait(600, in: 300)
    #expect(room.takeWrites() == [])
    #expect(room.harness.state.followingView(of: panel)?.mode == .paused(.switchedOff))
  }

  @Test func `turning on again keeps what was taught, and moves nothing`() {
    room.set(to: 80)
    room.wait(10, in: 300)
    room.call(.automatic(.turnOff, [panel]))
    room.set(to: 30)
    _ = room.takeWrites()

    room.turnOn(panel)
    room.wait(60, in: 300)

    #expect(room.takeWrites() == [])
    #expect(level(at: 300) == 80)
  }

  @Test func `while it is off nothing moves and nothing is learned`() {
    room.call(.automatic(.turnOff, [panel]))
    let before = curve

    room.set(to: 30)
    room.wait(3600, in: 20_000)

    #expect(room.takeWrites().map(\.raw) == [30])
    #expect(curve == before)
  }

  @Test func `forgetting begins with the usual curve through the present level`() {
    room.set(to: 80)
    room.wait(10, in: 300)

    room.call(.automatic(.forget, [panel]))
    room.wait(60, in: 300)

    #expect(room.takeWrites().map(\.raw) == [80])
    #expect(level(at: 300) == 80)
    #expect(curve?.points.contains(where: \.isTaught) == false)
  }

  @Test func `without a sensor it cannot be turned on`() {
    room.send(.sensor(.missing("no light sensor was found")))

    #expect(room.call(.automatic(.turnOn, [panel])).texts(to: 0) == ["no sensor: no light sensor was found."])
  }

  @Test func `an indicator, and a light whose configuration forbids it, cannot be turned on`() {
    let lamp = LightID(.leds, "lamp")
    room.harness.connect(lamp, .indicator, range: range(1), raw: 1)
    room.note(room.harness.override(panel) { $0.automatic = false })

    #expect(
      room.call(.automatic(.turnOn, [panel, lamp])).texts(to: 0) == [
        "backlight/panel its configuration says Automatic=no."
      ]
    )
    #expect(room.call(.automatic(.turnOn, [lamp])).texts(to: 0) == ["leds/lamp it is an indicator."])
  }

  @Test func `a light whose kind is configured to be another one begins again with the rule of that kind`() {
    room.note(room.harness.override(panel) { $0.kind = .keyboard })
    room.wait(60, in: 300)
    _ = room.takeWrites()

    room.wait(60, in: 1)
    #expect(room.base() == 55)
    room.wait(60, in: 300)
    #expect(room.base() == 0)
  }

  // MARK: - Lessons

  @Test(.tags(.userWins))
  func `a level that the user sets stays while the light in the room does, and is the curve's from then on`() {
    room.set(to: 80)
    room.wait(8 * 3600, in: 300)

    #expect(room.takeWrites().map(\.raw) == [80])
    #expect(level(at: 300) == 80)

    room.wait(60, in: 20_000)
    room.wait(60, in: 300)

    #expect(room.base() == 80)
  }

  @Test func `a hotkey teaches as well`() {
    room.pressKey(to: 70)
    room.wait(60, in: 300)

    #expect(level(at: 300) == 70)
    #expect(room.takeWrites() == [])
  }

  @Test func `a level that the user sets just after it got dark is the level for the dark`() {
    room.wait(1, in: 5)
    room.set(to: 20)
    room.wait(60, in: 5)

    #expect(room.takeWrites().map(\.raw) == [20])
    #expect(level(at: 5) == 20)
  }

  @Test func `levels that are tried within a minute teach only the last one`() {
    let direct = AmbientLessonTests()
    direct.room.set(to: 60)
    direct.room.wait(10, in: 300)

    for level in [65, 75, 85, 70, 60] {
      room.set(to: Double(level))
      room.wait(10, in: 300)
    }

    #expect(curve == direct.curve)
  }

  @Test func `a level that returns within a minute to what it was teaches nothing`() {
    let before = curve
    room.set(to: 10)
    room.wait(10, in: 300)
    #expect(curve != before)

    room.set(to: 55)
    room.wait(10, in: 300)

    #expect(curve == before)
  }

  @Test func `a level that returns in a light that has drifted within its band stays`() {
    room.set(to: 10)
    room.wait(20, in: 390)
    room.set(to: 55)
    room.wait(8 * 3600, in: 390)

    #expect(room.takeWrites().map(\.raw) == [10, 55])
  }

  @Test func `the same level set again in another light is a lesson for that light`() {
    room.wait(2, in: 5)
    room.set(to: 55)
    room.wait(60, in: 5)

    #expect(room.base() == 55)
    #expect(level(at: 5) == 55)
  }

  @Test func `lessons in two lights are two lessons, however soon the second follows`() {
    room.set(to: 80)
    room.wait(20, in: 300)
    room.wait(10, in: 5000)
    room.set(to: 95)
    room.wait(10, in: 5000)

    #expect(level(at: 300) == 80)
    #expect(level(at: 5000) == 95)
  }

  @Test func `a reload of the configuration takes no waiting question back`() {
    room.send(.sensor(.fails("Input/output error")))
    room.set(to: 30)
    room.note(room.harness.send(.configured(room.harness.state.settings)))
    room.wait(60, in: 300)

    #expect(room.takeWrites().map(\.raw) == [30])
  }

  @Test func `a curve that is configured applies at once to a light that the user has not taught`() {
    let points = [(0, 40), (1000, 60)].map { lux, share in
      AmbientCurve.Point(AmbientLight(Illuminance(lux: lux)), percent(Double(share)))
    }
    room.note(room.harness.override(panel) { $0.curve = AmbientCurve(points) })
    room.wait(60, in: 300)

    #expect(curve?.points.count == 2)
    #expect(room.takeWrites() == [])
  }

  @Test func `seven tastes are learned in a few corrections`() {
    for (name, taste) in Self.tastes {
      var corrections = 0
      var late = 0
      for seed in historySeeds(10) {
        var random = SeededRandom(seed: seed)
        var curve = AmbientCurve.usual
        for visit in 0..<200 {
          let light = AmbientLight(steps: Int(Self.visit(&random) * 64))
          let wanted = taste(Double(light.steps) / 64)
          guard abs(curve.share(at: light).percent - wanted) > 10 else { continue }
          // A user sets a multiple of five, and is not quite sure.
          let level = min(max(((wanted + random.gauss(2)) / 5).rounded() * 5, 1), 100)
          curve.teach(percent(level), in: light)
          corrections += 1
          if visit >= 50 { late += 1 }
        }
      }
      #expect(corrections <= 60, "\(name): \(corrections) corrections of ten users")
      #expect(late <= 10, "\(name): \(late) late ones")
    }
  }

  /// The wanted percentage by stops of light.
  private static var tastes: [(String, (Double) -> Double)] {
    let usual: (Double) -> Double = { AmbientCurve.usual.share(at: AmbientLight(steps: Int($0 * 64))).percent }
    func limited(_ value: Double) -> Double { min(max(value, 1), 100) }
    return [
      ("usual", usual), ("darker", { limited(usual($0) - 20) }), ("brighter", { limited(usual($0) + 20) }),
      ("steeper", { limited((usual($0) - 40) * 1.6 + 40) }), ("flatter", { limited((usual($0) - 50) * 0.5 + 50) }),
      ("dark nights", { limited(usual($0) - ($0 < 3.5 ? 20 : 0)) }),
      ("full from 100 lux", { $0 >= 4.7 ? 100 : limited(15 + 18 * $0) }),
    ]
  }

  /// Stops of light at home in the evening, in an office, by a window, and outside.
  private static func visit(_ random: inout SeededRandom) -> Double {
    switch random.number(below: 100) {
    case ..<25: max(0, 1.2 + random.gauss(0.7))
    case ..<75: max(0, 6 + random.gauss(0.9))
    case ..<92: max(0, 8 + random.gauss(0.8))
    default: min(14, 11.5 + random.gauss(1))
    }
  }

  // MARK: - Others

  @Test func `a level set for now, or by another program, is an offset and no lesson`() {
    let before = curve
    room.set(to: 10, forNow: true)
    room.wait(3600, in: 300)
    #expect(room.base() == 10)

    room.changeByProgram(to: 55)
    room.wait(60, in: 300)

    #expect(curve == before)
    #expect(room.harness.state.followingView(of: panel)?.offset == nil)
  }

  @Test func `what a program has dimmed follows the room, and what it restores stays`() {
    let before = curve
    room.changeByProgram(to: 10)
    room.wait(60, in: 300)
    room.wait(60, in: 1200)
    #expect(room.base() != 10)

    room.changeByProgram(to: 55)
    room.wait(60, in: 1200)

    #expect(room.base() == 55)
    #expect(curve == before)
  }

  @Test func `a program that dims long after an adaptation does not take it back`() {
    for lux in [2000, 300, 2000] {
      room.wait(120, in: lux)
      room.changeByProgram(to: 5)
      room.wait(30, in: lux)
      room.changeByProgram(to: 55)
    }
    room.wait(60, in: 2000)

    #expect(mode == .on)
  }

  @Test func `a program that never stops to set levels pauses, and is saved only so often`() {
    let before = room.saves
    for step in 0..<300 {
      room.changeByProgram(to: 20 + step % 60)
      room.wait(2, in: 300)
    }

    #expect(mode == .paused(.otherProgram))
    #expect(room.saves - before <= 45)
  }

  @Test func `what an idle program dims and restores never pauses`() {
    for lux in [2000, 300, 2000, 300, 2000] {
      room.wait(60, in: lux)
      room.set(to: 5, forNow: true)
      room.wait(30, in: lux)
      room.set(to: 55, forNow: true)
    }
    room.wait(60, in: 2000)

    #expect(mode == .on)
  }

  @Test func `a level that the user sets while nobody knows the light in the room teaches nothing`() {
    let events: [(String, (Room) -> Void)] = [
      ("lid", { $0.send(.sensor(.panelIsOff)) }),
      ("failing", { $0.send(.sensor(.fails("Input/output error"))) }),
      ("resumed", { $0.note($0.harness.send(.resumed, .light(panel, .found(55)))) }),
    ]
    for (name, event) in events {
      let test = AmbientLessonTests()
      let before = test.curve
      event(test.room)
      test.room.set(to: 20)

      test.room.wait(60, in: 5)

      #expect(test.curve == before, "\(name)")
      #expect(test.room.takeWrites().map(\.raw) == [20], "\(name)")
    }
  }

  @Test func `a lesson whose reading comes late teaches nothing`() {
    let before = curve
    room.set(to: 20)
    room.pass(11)
    room.wait(60, in: 5)

    #expect(curve == before)
    #expect(room.base() == 20)
  }

  @Test func `a program that dims before the reading after a lesson does not teach its level`() {
    let before = curve
    room.set(to: 80)
    room.changeByProgram(to: 10)
    room.wait(60, in: 300)

    #expect(curve == before)
    #expect(room.base() == 10)
  }

  @Test func `a lesson for a light that was unplugged meanwhile leaves the others calm`() {
    let room = Room([panel: .panel, monitor: .monitor])
    room.turnOn(panel, monitor)
    room.wait(60, in: 300)
    room.set(monitor, to: 70)
    room.note(room.harness.disconnect(monitor))
    _ = room.takeWrites(panel)

    room.wait(2, in: 300)
    room.wait(2, in: 5)
    room.wait(60, in: 300)

    #expect(room.takeWrites(panel) == [])
  }

  @Test func `an offset is gone four stops away`() {
    room.set(to: 20, forNow: true)
    room.wait(60, in: 300)

    room.wait(60, in: 20_000)

    #expect(room.base() == 100)
  }

  @Test func `a program that takes three adaptations back within ten minutes pauses it until it is turned on again`() {
    for lux in [2000, 300, 2000] {
      room.wait(20, in: lux)
      room.changeByProgram(to: 5)
      room.wait(20, in: lux)
    }
    room.wait(60, in: 2000)
    #expect(mode == .paused(.otherProgram))
    _ = room.takeWrites()

    room.wait(600, in: 100_000)
    #expect(room.takeWrites() == [])

    room.turnOn(panel)
    room.wait(60, in: 100_000)
    room.wait(60, in: 5)
    #expect(mode == .on && room.takeWrites() != [])
  }

  @Test(arguments: [ChangeSource.sysfs, .hotkey])
  func `a light that was switched off by a program or a key stays so until it gets another level`(source: ChangeSource)
  {
    room.note(room.harness.send(.light(panel, .moved(0, by: source, at: Moment(room.now)))))
    room.wait(600, in: 20_000)
    #expect(room.takeWrites() == [])
    #expect(mode == .paused(.switchedOff))

    room.changeByProgram(to: 55)
    room.wait(60, in: 300)

    #expect(mode == .on)
  }

  @Test func `a light that the user has switched off stays so until the user sets a level`() {
    room.set(to: 0, allowOff: true)
    room.wait(600, in: 20_000)
    #expect(mode == .paused(.switchedOff))
    #expect(room.base() == 0)

    room.set(to: 90)
    room.wait(60, in: 20_000)

    #expect(mode == .on)
    #expect(level(at: 20_000) == 90)
  }

  @Test(.tags(.neverBlackByAccident)) func `a curve never leads below the floor`() {
    room.note(room.harness.override(panel) { $0.floor = percent(12) })
    room.set(to: 12)
    room.wait(60, in: 100)

    room.wait(60, in: 0)

    #expect(room.base() == 12)
  }

  // MARK: - Holds

  @Test func `below a hold the base level follows, and is what remains`() {
    let hold = key(1)
    room.note(room.harness.hold(.most(30), hold))
    _ = room.takeWrites()

    room.wait(60, in: 5)
    #expect(room.takeWrites().allSatisfy { $0.raw <= 30 })
    room.wait(60, in: 20_000)
    #expect(room.takeWrites().allSatisfy { $0.raw <= 30 })
    let base = room.base()
    room.note(room.harness.release(hold))

    #expect(room.takeWrites().map(\.raw) == [base])
    #expect(base == 100)
  }

  @Test func `no claim yields to an adaptation`() {
    room.note(room.harness.hold(.at(40), key(1)))

    room.wait(60, in: 20_000)

    #expect(room.harness[panel]?.state == .held)
    #expect(room.harness.shown == 40)
  }

  // MARK: - Sensors, seats and restarts

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
      let test = AmbientLessonTests()
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

  @Test func `all LEDs of a keyboard follow`() {
    let leds = ["rgb:kbd_backlight", "rgb:kbd_backlight_1"].map { LightID(.leds, $0) }
    let room = Room([leds[0]: .keyboard, leds[1]: .keyboard], at: 50)
    room.turnOn(leds[0])
    room.wait(60, in: 5)

    room.wait(60, in: 300)

    #expect(leds.map { room.takeWrites($0).map(\.raw) } == [[0], [0]])
  }
}
