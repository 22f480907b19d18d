import Model
import Testing

@testable import Brightness

@Suite struct LightViewTests {
  @Test func `a light's view has the cause and the number of its last change`() {
    let desk = CoreDesk(panel: 60)
    #expect(desk[panel]?.cause == .added)
    #expect(desk[panel]?.change == 1)

    desk.hold(.at(100), owner(1))

    #expect(desk[panel]?.cause == .hold)
    #expect(desk[panel]?.change == 2)
    #expect(desk[panel]?.target.raw == 100)
  }

  @Test func `the end of a way back is by the author of its beginning, and a user's change by none`() {
    let desk = CoreDesk(panel: 60)
    desk.settled(desk.hold(.at(100), owner(1)))
    #expect(desk[panel]?.author == peer(1001))

    desk.release(owner(1))
    #expect(desk[panel]?.cause == .release)
    desk.wrote(60, on: panel)
    #expect(desk[panel]?.cause == .restore)
    #expect(desk[panel]?.author == peer(1001))

    desk.move(to: 20)
    #expect(desk[panel]?.cause == .external)
    desk.refused(panel)
    #expect(desk[panel]?.cause == .restore)
    #expect(desk[panel]?.author == nil)
  }

  @Test func `a report that changes nothing is no change`() {
    let desk = CoreDesk(panel: 60)
    let before = desk.state

    #expect(desk.wrote(60, on: panel).messages == [])

    #expect(desk.state == before)
  }

  @Test func `a light that is forgotten is known no more`() {
    let desk = CoreDesk(panel: 60)

    desk.disconnect(panel)

    #expect(desk[panel] == nil)
    #expect(desk.state.visibleLights == [])
  }

  @Test func `a light that was not read is not visible`() {
    let desk = CoreDesk()

    desk.send(.light(panel, .connected(LightDevice(kind: .panel, maximum: 100, scale: .linear))))

    #expect(desk[panel] == nil)
    #expect(!desk.state.isSettled)
  }

  @Test func `lights are listed in the order of their names`() {
    let desk = CoreDesk()

    for light in [keyboard, panel, monitor] { desk.connect(light, .monitor, range: range(100), raw: 60) }

    #expect(desk.state.visibleLights.map(\.id) == [monitor, panel, keyboard])
  }

  @Test func `changes from outside are counted by their source`() {
    let desk = CoreDesk(panel: 60)

    desk.move(to: 40)
    desk.wait(.seconds(5))
    desk.move(to: 50)
    desk.send(.light(panel, .moved(55, by: .sysfs, at: desk.now)))

    let changes = desk.state.lights[panel]?.externalChanges
    #expect(changes?[.hotkey] == ExternalChanges(count: 2, last: Moment(.seconds(5))))
    #expect(changes?[.sysfs] == ExternalChanges(count: 1, last: Moment(.seconds(5))))
  }
}

@Suite struct LightWatchTests {
  private let desk = CoreDesk()

  init() {
    for light in [panel, monitor] { desk.connect(light, light.kind, range: range(100), raw: 60) }
    desk.open(1)
  }

  @Test func `a watcher is told of every light first, and then of nothing`() {
    #expect(desk.call(1, .watch(nil)).told(1) == ["1 backlight/monitor initial", "2 backlight/panel initial"])
    #expect(desk.wrote(60, on: panel).messages == [])
  }

  @Test func `a watcher is told of each change, counted without a gap`() {
    desk.call(1, .watch(nil))

    #expect(desk.claim([Claim(.at(100), of: .light(panel))], owner(2)).told(1) == ["3 backlight/panel hold"])

    #expect(desk.release(owner(2)).told(1) == ["4 backlight/panel release"])
    #expect(throws: Never.self) {
      let told = try desk.set(monitor, to: .raw(20)).told(1)
      #expect(told == ["5 backlight/monitor set"])
    }
  }

  @Test func `changes of one turn are told as one`() {
    desk.hold(.at(100), owner(2))
    desk.hold(.at(20), owner(3))
    desk.call(1, .watch(panel))

    let ended = [2, 3].map { EndedSession(id: SessionID($0), end: .closed) }
    let outcome = desk.send(.ended(ended))

    #expect(outcome.told(1) == ["2 backlight/panel release"])
    #expect(outcome.lightUpdates(1).map(\.light.target.raw) == [60])
  }

  @Test func `a watcher of one light is told of no other, and misses no number`() throws {
    #expect(desk.call(1, .watch(panel)).told(1) == ["1 backlight/panel initial"])

    #expect(try desk.set(monitor, to: .raw(20)).told(1) == [])

    #expect(desk.hold(.at(100), owner(2)).told(1) == ["2 backlight/panel hold"])
  }

  @Test func `a light that comes later is told with its cause`() {
    desk.call(1, .watch(nil))

    let outcome = desk.connect(keyboard, .keyboard, range: range(3, .keyboard), raw: 2)

    #expect(outcome.told(1) == ["3 leds/keyboard added"])
  }

  @Test func `a light that goes is told as it was last, before what changed, and again when it comes back`() {
    desk.settled(desk.claim([Claim(.most(80), of: .light(panel)), Claim(.at(20), of: .light(monitor))], owner(2)))
    desk.disconnect(panel)
    desk.call(1, .watch(nil))

    let released = desk.release(owner(2))
    #expect(released.told(1) == ["3 backlight/panel removed", "4 backlight/monitor release"])
    #expect(released.lightUpdates(1).first?.light.base.setting.raw == 60)

    let connected = desk.connect(panel, .panel, range: range(100), raw: 20)
    #expect(connected.told(1) == ["5 backlight/panel added"])
  }

  @Test func `a light that another one watches is not told when it goes`() {
    desk.call(1, .watch(panel))

    #expect(desk.disconnect(monitor).messages == [])
  }

  @Test func `a watcher without lights is told of the first as it comes`() {
    let desk = CoreDesk()
    desk.open(1)
    #expect(desk.call(1, .watch(nil)).messages == [])

    let outcome = desk.connect(panel, .panel, range: range(100), raw: 60)

    #expect(outcome.told(1) == ["1 backlight/panel added"])
  }

  @Test func `a fault alone is a change that watchers are told of`() {
    desk.settled(desk.hold(.at(100), owner(2)))
    desk.call(1, .watch(panel))

    let outcome = desk.send(.light(panel, .hangs))

    #expect(outcome.lightUpdates(1).map(\.light.reason) == ["its driver does not answer"])
    #expect(outcome.lightUpdates(1).map(\.cause) == [.restore])
    #expect(outcome.lightUpdates(1).map(\.light.author) == [peer(1002)])
  }

  @Test func `a light under a new name is told as gone and as added`() {
    let other = LightID(.backlight, "panel1")
    desk.settled(desk.hold(.at(100), owner(2)))
    desk.disconnect(panel)
    desk.call(1, .watch(nil))

    let outcome = desk.connect(other, .panel, range: range(100), raw: 100, formerly: panel)

    #expect(outcome.told(1) == ["3 backlight/panel removed", "4 backlight/panel1 added"])
  }

  @Test func `watchers and holders are told in the order of their sessions`() throws {
    desk.open(2)
    desk.open(3)
    desk.settled(desk.call(2, .hold(try request())))
    desk.call(3, .watch(panel))
    desk.call(1, .watch(panel))

    let outcome = desk.move(panel, to: 40)

    #expect(outcome.toldSessions == [1, 3, 2])
  }
}
