import BrightnessModel
import Testing

@testable import Brightness

private func led(_ number: Int) -> LightID {
  LightID(.leds, "rgb:kbd_backlight" + (number == 0 ? "" : "_\(number)"))
}

/// A keyboard with an LED for each key.
@Suite struct SeveralLEDsTests {
  private static let rgb = led(0)
  private static let keys = [led(0), led(2), led(10)]
  private static let own = [led(0): 10, led(2): 200, led(10): 30]
  private static let dark = Claim(.at(0), of: .kind(.keyboard))

  private let harness = CoreHarness(panel: 60)

  init() {
    for id in Self.keys.reversed() { connect(id, Self.own[id] ?? 0) }
  }

  private func connect(_ id: LightID, _ raw: Int, of maximum: Int = 255) {
    harness.connect(id, .keyboard, range: range(maximum, .keyboard), raw: raw)
  }

  private func set(_ level: Level) -> Outcome {
    harness.call(0, .set([Self.rgb], level, allowOff: false, fade: nil))
  }

  private func hold(_ claim: Claim = Self.dark, _ onChange: ChangePolicy = .yield) {
    harness.completeWrites(harness.claim([claim], key(1), onChange))
  }

  private var bases: [Int?] { Self.keys.map { harness.state.lights[$0]?.base?.base.setting.raw } }

  @Test func `clients see one light that looks like its first LED`() {
    #expect(harness.state.visibleLights.map(\.id) == [panel, Self.rgb])
    #expect(harness.state.listedLights == [panel, Self.rgb])
    #expect(harness.state.parts(of: led(2)) == Self.keys)
    #expect(harness[Self.rgb]?.target.raw == 10)
    #expect(harness[led(2)] == harness[Self.rgb])
  }

  @Test(arguments: [
    Claim(.at(0), of: .kind(.keyboard)), Claim(.at(0), of: .light(rgb)), Claim(.at(0), of: .light(led(10))),
  ])
  func `a hold is for all LEDs, and each returns to its own level`(claim: Claim) {
    let held = harness.claim([claim], key(1))
    #expect(held.newTargets == [led(0): 0, led(2): 0, led(10): 0])
    harness.completeWrites(held)

    #expect(harness.release(key(1)).newTargets == Self.own)
  }

  @Test func `an LED that is gone when a hold ends is restored when it is back`() {
    hold()
    harness.disconnect(led(2))

    #expect(harness.release(key(1)).newTargets == [led(0): 10, led(10): 30])
    #expect(harness.connect(led(2), .keyboard, range: range(255, .keyboard), raw: 0).newTargets == [led(2): 200])
  }

  @Test func `a step moves each LED from its own level, and a level sets all`() {
    let step = set(.up(.share(percent(20))))
    #expect(step.newTargets == [led(0): 61, led(2): 251, led(10): 81])
    harness.completeWrites(step)

    #expect(set(.share(percent(40))).newTargets == [led(0): 102, led(2): 102, led(10): 102])
  }

  @Test(arguments: [
    (Level.raw(51), 20), (.up(.raw(51)), 80), (.down(.raw(51)), 40), (.share(.all), 100), (.up(.share(.all)), 100),
  ])
  func `an LED with another range takes the same share as the first`(level: Level, raw: Int) {
    connect(led(11), 60, of: 100)

    #expect(set(level).newTargets[led(11)] == raw)
  }

  @Test func `a number of steps that the first LED does not have is refused under the name of the keyboard`() {
    connect(led(11), 60, of: 1000)

    let outcome = set(.raw(256))

    #expect(outcome.replies(caller) == [.failed(.level(Self.rgb, .rawOutOfRange(256, maximum: 255)))])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a level is set if one LED takes it`() {
    let begun = set(.share(.all))
    #expect(begun.messages == [])
    harness.wrote(255, on: led(0))
    harness.refused(led(2))

    #expect(harness.wrote(255, on: led(10)).texts(to: 0) == ["set leds/rgb:kbd_backlight 255."])

    _ = set(.raw(7))
    for id in Self.keys.dropLast() { harness.refused(id) }
    #expect(harness.refused(led(10)).texts(to: 0) == ["set leds/rgb:kbd_backlight: no answer."])
  }

  @Test func `a level is not set if the keyboard goes before each LED has taken it`() {
    _ = set(.share(.all))
    harness.wrote(255, on: led(0))
    for id in Self.keys.dropLast() { harness.disconnect(id) }

    let last = harness.disconnect(led(10))

    #expect(last.texts(to: 0) == ["set leds/rgb:kbd_backlight: it is not connected."])
  }

  @Test func `a change of one LED by the user is one of the keyboard`() throws {
    harness.open(1)
    harness.completeWrites(harness.call(1, .hold(try SceneRequest(claims: [Self.dark]))))

    let outcome = harness.move(led(2), to: 77)

    #expect(outcome.texts(to: 1) == ["yielded leds/rgb:kbd_backlight"])
    #expect(outcome.after.scene(key(1))?.appearance?.yielded == [Self.rgb])
    #expect(outcome.newTargets == [led(0): 10, led(10): 30])
    #expect(bases == [10, 77, 30])
    #expect(harness[Self.rgb]?.decider == nil)
  }

  @Test func `a step during a hold counts from the held level, and the hold yields once`() throws {
    harness.open(1)
    harness.completeWrites(harness.call(1, .hold(try SceneRequest(claims: [Self.dark]))))

    let outcome = set(.up(.share(percent(20))))

    #expect(outcome.texts(to: 1) == ["yielded leds/rgb:kbd_backlight"])
    #expect(bases == [51, 51, 51])
    #expect(outcome.newTargets == [led(0): 51, led(2): 51, led(10): 51])
  }

  @Test func `an LED that comes while a hold has yielded is not held`() {
    hold()
    harness.completeWrites(harness.move(led(2), to: 77))

    #expect(harness.connect(led(3), .keyboard, range: range(255, .keyboard), raw: 40).newTargets == [:])
  }

  @Test func `an LED that was found at another level keeps that as its base level`() {
    let held = harness.claim([Self.dark], key(1))
    harness.found(99, on: led(10))
    harness.completeWrites(held)

    #expect(bases == [10, 200, 99])
  }

  @Test func `a watcher is notified once of a level that is set, whatever it is`() {
    harness.open(1)
    let begun = harness.call(1, .watch(nil))
    #expect(begun.lightUpdates(1).map(\.light.id) == [panel, Self.rgb])

    let set = set(.share(.all))
    #expect(set.lightUpdates(1).map(\.cause) == [.set])
    #expect(set.lightUpdates(1).map(\.light.target.raw) == [255])
    let written = harness.completeWrites(set)

    #expect(written.lightUpdates(1).map(\.light.state) == [.free])
  }

  @Test func `a watcher of one LED is notified of the keyboard`() {
    harness.open(1)
    #expect(harness.call(1, .watch(led(2))).lightUpdates(1).map(\.light.id) == [Self.rgb])

    #expect(harness.move(led(0), to: 9).lightUpdates(1).map(\.light.target.raw) == [9])
    #expect(harness.move(led(2), to: 9).lightUpdates(1) == [])
  }

  @Test func `the keyboard looks like its next LED while the first is gone, and is removed with the last`() {
    harness.open(1)
    harness.call(1, .watch(nil))

    #expect(harness.disconnect(led(0)).lightUpdates(1).map(\.light.target.raw) == [200])
    #expect(harness.disconnect(led(10)).lightUpdates(1) == [])
    let last = harness.disconnect(led(2)).lightUpdates(1)

    #expect(last.map(\.cause) == [.removed])
    #expect(last.map(\.light.id) == [Self.rgb])
    #expect(harness.state.visibleLights.map(\.id) == [panel])
    #expect(harness.state.parts(of: Self.rgb) == [])
  }

  @Test func `the keyboard is free when its LEDs have returned, although the first is gone`() {
    hold()
    harness.disconnect(led(0))

    harness.completeWrites(harness.release(key(1)))

    #expect(harness[Self.rgb]?.state == .free)
    #expect(harness[Self.rgb]?.target.raw == 200)
  }

  @Test func `the keyboard looks like its next LED while the first cannot be read`() {
    harness.refused(led(0))

    #expect(harness[Self.rgb]?.state == .free)
    #expect(harness[Self.rgb]?.target.raw == 200)
  }

  @Test func `the configuration of the keyboard is that of each LED`() {
    harness.override(Self.rgb) { $0.most = .raw(100) }

    #expect(set(.share(.all)).newTargets == [led(0): 100, led(2): 100, led(10): 100])
  }

  @Test func `a level for a light that is not known is not set`() {
    let outcome = harness.call(0, .set([LightID(.leds, "none")], .share(.all), allowOff: false, fade: nil))

    #expect(outcome.texts(to: 0) == ["set leds/none: it is not connected."])
  }
}

/// LEDs of one name, whose numbers change with the order in which their drivers begin.
@Suite struct RenumberedLEDsTests {
  private let harness = CoreHarness()
  private let first = LightID(.leds, "asus::kbd_backlight")
  private let second = LightID(.leds, "asus::kbd_backlight_1")

  init() {
    for (id, raw) in [(first, 1), (second, 2)] {
      harness.connect(id, .keyboard, range: range(3, .keyboard), raw: raw)
    }
  }

  @Test(arguments: ["asus::kbd_backlight_2", "aura::kbd_backlight"])
  func `a hold that yielded on a keyboard stays so when an LED gets another name`(name: String) {
    harness.completeWrites(harness.claim([Claim(.at(0), of: .kind(.keyboard))], key(1)))
    harness.disconnect(second)
    harness.completeWrites(harness.move(first, to: 3))
    let third = LightID(.leds, name)

    let outcome = harness.connect(third, .keyboard, range: range(3, .keyboard), raw: 0, formerly: second)

    #expect(outcome.newTargets == [third: 2])
    #expect(outcome.after.scene(key(1))?.appearance?.yielded == [first, third.visible])
    #expect(harness.state.parts(of: third).last == third)
  }

  @Test func `a session that an older version saved yields on the keyboard where it yielded on an LED`() throws {
    let dark = try SceneRequest(claims: [Claim(.at(0), of: .kind(.keyboard))])

    let scene = appeared(dark, key(7), since: 1, yielded: [second])
    let outcome = harness.send(.restored([saved(7, [scene])], at: Moment(.seconds(2))))

    #expect(outcome.requests.isEmpty)
    #expect(outcome.after.scene(key(7))?.appearance?.yielded == [first])
  }
}
