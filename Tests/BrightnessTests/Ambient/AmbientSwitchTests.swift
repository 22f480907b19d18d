import BrightnessModel
import Testing

@testable import Brightness

/// Turning automatic brightness on and off, and forgetting.
@Suite struct AmbientSwitchTests {
  private let room = Room.following()

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
    #expect(room.level(at: 300) == 80)
  }

  @Test func `while it is off nothing moves and nothing is learned`() {
    room.call(.automatic(.turnOff, [panel]))
    let before = room.curve

    room.set(to: 30)
    room.wait(3600, in: 20_000)

    #expect(room.takeWrites().map(\.raw) == [30])
    #expect(room.curve == before)
  }

  @Test func `forgetting begins with the usual curve through the present level`() {
    room.set(to: 80)
    room.wait(10, in: 300)

    room.call(.automatic(.forget, [panel]))
    room.wait(60, in: 300)

    #expect(room.takeWrites().map(\.raw) == [80])
    #expect(room.level(at: 300) == 80)
    #expect(room.curve?.points.contains(where: \.isTaught) == false)
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
}
