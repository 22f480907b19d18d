import BrightnessModel
import Testing

@testable import Brightness

@Suite struct LightViewTests {
  @Test func `a light's view has the cause and the number of its last change`() {
    let harness = CoreHarness(panel: 60)
    #expect(harness[panel]?.cause == .added)
    #expect(harness[panel]?.change == 1)

    harness.hold(.at(100), key(1))

    #expect(harness[panel]?.cause == .hold)
    #expect(harness[panel]?.change == 2)
    #expect(harness[panel]?.target.raw == 100)
  }

  @Test func `a finished restore has the author of its start, and a user's change has none`() {
    let harness = CoreHarness(panel: 60)
    harness.completeWrites(harness.hold(.at(100), key(1)))
    #expect(harness[panel]?.author == peer(1001))

    harness.release(key(1))
    #expect(harness[panel]?.cause == .release)
    harness.wrote(60, on: panel)
    #expect(harness[panel]?.cause == .restore)
    #expect(harness[panel]?.author == peer(1001))

    harness.move(to: 20)
    #expect(harness[panel]?.cause == .external)
    harness.refused(panel)
    #expect(harness[panel]?.cause == .restore)
    #expect(harness[panel]?.author == nil)
  }

  @Test func `a report that changes nothing is no change`() {
    let harness = CoreHarness(panel: 60)
    let before = harness.state

    #expect(harness.wrote(60, on: panel).messages == [])

    #expect(harness.state == before)
  }

  @Test func `an unread light is not visible`() {
    let harness = CoreHarness()

    harness.send(.light(panel, .connected(LightDevice(kind: .panel, maximum: 100, scale: .linear))))

    #expect(harness[panel] == nil)
    #expect(!harness.state.isAtRest)
  }

  @Test func `lights are listed in the order of their names`() {
    let harness = CoreHarness()

    for light in [keyboard, panel, monitor] { harness.connect(light, .monitor, range: range(100), raw: 60) }

    #expect(harness.state.visibleLights.map(\.id) == [monitor, panel, keyboard])
  }

  @Test func `external changes are counted by source`() {
    let harness = CoreHarness(panel: 60)

    harness.move(to: 40)
    harness.wait(.seconds(5))
    harness.move(to: 50)
    harness.send(.light(panel, .moved(55, by: .sysfs, at: harness.now)))

    let changes = harness.state.lights[panel]?.externalChanges
    #expect(changes?[.hotkey] == ExternalChanges(count: 2, last: Moment(.seconds(5))))
    #expect(changes?[.sysfs] == ExternalChanges(count: 1, last: Moment(.seconds(5))))
  }
}

@Suite struct LightWatchTests {
  private let harness = CoreHarness()

  init() {
    for light in [panel, monitor] { harness.connect(light, light.kind, range: range(100), raw: 60) }
    harness.open(1)
  }

  @Test func `a watcher receives every light first, and then nothing`() {
    #expect(harness.call(1, .watch(nil)).texts(to: 1) == ["1 backlight/monitor initial", "2 backlight/panel initial"])
    #expect(harness.wrote(60, on: panel).messages == [])
  }

  @Test func `a watcher receives each change, numbered without a gap`() {
    harness.call(1, .watch(nil))

    #expect(harness.claim([Claim(.at(100), of: .light(panel))], key(2)).texts(to: 1) == ["3 backlight/panel hold"])

    #expect(harness.release(key(2)).texts(to: 1) == ["4 backlight/panel release"])
    #expect(throws: Never.self) {
      let texts = try harness.set(monitor, to: .raw(20)).texts(to: 1)
      #expect(texts == ["5 backlight/monitor set"])
    }
  }

  @Test func `changes of one turn are reported as one`() {
    harness.hold(.at(100), key(2))
    harness.hold(.at(20), key(3))
    harness.call(1, .watch(panel))

    let ended = [2, 3].map { SessionID($0) }
    let outcome = harness.send(.ended(ended))

    #expect(outcome.texts(to: 1) == ["2 backlight/panel release"])
    #expect(outcome.lightUpdates(1).map(\.light.target.raw) == [60])
  }

  @Test func `a watcher of one light receives no other, and its numbers have no gap`() throws {
    #expect(harness.call(1, .watch(panel)).texts(to: 1) == ["1 backlight/panel initial"])

    #expect(try harness.set(monitor, to: .raw(20)).texts(to: 1) == [])
    #expect(harness.disconnect(monitor).texts(to: 1) == [])

    #expect(harness.hold(.at(100), key(2)).texts(to: 1) == ["2 backlight/panel hold"])
  }

  @Test func `a disconnected light is reported with its last state before other changes, and again when it returns`() {
    harness.completeWrites(
      harness.claim([Claim(.most(80), of: .light(panel)), Claim(.at(20), of: .light(monitor))], key(2))
    )
    harness.disconnect(panel)
    #expect(harness[panel]?.cause == .disconnected)
    harness.call(1, .watch(nil))

    let released = harness.release(key(2))
    #expect(released.texts(to: 1) == ["3 backlight/panel removed", "4 backlight/monitor release"])
    #expect(released.lightUpdates(1).first?.light.base.setting.raw == 60)

    let connected = harness.connect(panel, .panel, range: range(100), raw: 20)
    #expect(connected.texts(to: 1) == ["5 backlight/panel added"])
  }

  @Test func `a watcher without lights receives the first one when it is connected`() {
    let harness = CoreHarness()
    harness.open(1)
    #expect(harness.call(1, .watch(nil)).messages == [])

    let outcome = harness.connect(panel, .panel, range: range(100), raw: 60)

    #expect(outcome.texts(to: 1) == ["1 backlight/panel added"])
  }

  @Test func `a fault alone is a change that watchers receive`() {
    harness.completeWrites(harness.hold(.at(100), key(2)))
    harness.call(1, .watch(panel))

    let outcome = harness.send(.light(panel, .hangs))

    #expect(outcome.lightUpdates(1).map(\.light.reason) == ["its driver does not answer"])
    #expect(outcome.lightUpdates(1).map(\.cause) == [.restore])
    #expect(outcome.lightUpdates(1).map(\.light.author) == [peer(1002)])
  }

  @Test func `a light under a new name is reported as removed and as added`() {
    let other = LightID(.backlight, "panel1")
    harness.completeWrites(harness.hold(.at(100), key(2)))
    harness.disconnect(panel)
    harness.call(1, .watch(nil))

    let outcome = harness.connect(other, .panel, range: range(100), raw: 100, formerly: panel)

    #expect(outcome.texts(to: 1) == ["3 backlight/panel removed", "4 backlight/panel1 added"])
  }

  @Test func `watchers and holders are notified in the order of their sessions`() throws {
    harness.open(2)
    harness.open(3)
    harness.completeWrites(harness.call(2, .hold(try request())))
    harness.call(3, .watch(panel))
    harness.call(1, .watch(panel))

    let outcome = harness.move(panel, to: 40)

    #expect(outcome.notifiedSessions == [1, 3, 2])
  }
}
