import Composable
import ComposableTesting
import Testing

@testable import Brightness

@Suite struct KnownLightsTests {
  private let store = TestStore(initialState: KnownLights.State()) { KnownLights() }

  @Test func `a light is known as it was told of last`() throws {
    let (free, held) = (try view(.at(60)), try view(.at(100)))
    store.send(.changed(panel, free, .hotplug)) {
      $0.lights[panel] = KnownLight(id: panel, view: free, cause: .hotplug, change: 1)
      $0.changes = 1
    }

    store.send(.changed(panel, held, .hold)) {
      $0.lights[panel] = KnownLight(id: panel, view: held, cause: .hold, change: 2)
      $0.changes = 2
    }
  }

  @Test func `what settles is of whoever began it, and what the person moves is of nobody`() throws {
    store.exhaustivity = .off
    store.send(.changed(panel, try view(.at(60)), .hotplug))

    store.send(.changed(panel, try view(.at(100)), .hold, by: peer()))
    store.send(.changed(panel, try view(.at(60)), .settle))
    #expect(store.state[panel]?.author == peer())

    store.send(.changed(panel, try view(.at(20)), .person))
    store.send(.changed(panel, try view(.at(60)), .settle))
    #expect(store.state[panel]?.author == nil)
  }

  @Test func `the same again is no change`() throws {
    store.exhaustivity = .off
    store.send(.changed(panel, try view(.at(60)), .hotplug))
    store.exhaustivity = .on

    store.send(.changed(panel, try view(.at(60)), .settle))
  }

  @Test func `what stands in the way of a light stays until it does no more`() throws {
    let view = try view(.at(60))
    store.exhaustivity = .off
    store.send(.changed(panel, view, .hotplug))
    store.exhaustivity = .on

    store.send(.troubled(panel, "no answer")) {
      $0.lights[panel] = KnownLight(id: panel, view: view, cause: .settle, trouble: "no answer", change: 2)
      $0.changes = 2
    }
    store.send(.troubled(panel, "no answer"))
    store.send(.troubled(panel, nil)) {
      $0.lights[panel] = KnownLight(id: panel, view: view, cause: .settle, change: 3)
      $0.changes = 3
    }
  }

  @Test func `the trouble of a light that is not known is none`() {
    store.send(.troubled(panel, "no answer"))
  }

  @Test func `a light that is forgotten is known no more`() throws {
    store.exhaustivity = .off
    store.send(.changed(panel, try view(.at(60)), .hotplug))
    store.exhaustivity = .on

    store.send(.forgotten(panel)) {
      $0.lights = [:]
      $0.changes = 2
    }
  }

  @Test func `lights stand in the order of their names`() throws {
    store.exhaustivity = .off

    for light in [keyboard, panel, monitor] { store.send(.changed(light, try view(.at(60)), .hotplug)) }

    #expect(store.state.inOrder.map(\.id) == [monitor, panel, keyboard])
    #expect(store.state[panel]?.cause == .hotplug)
  }
}

@Suite struct LightWatchTests {
  private let store = TestStore(initialState: KnownLights.State()) { KnownLights() }

  init() throws {
    store.exhaustivity = .off
    for light in [panel, monitor] { store.send(.changed(light, try view(.at(60)), .hotplug)) }
  }

  @Test func `a reader is told of every light first, and then of nothing`() {
    var watch = LightWatch()

    #expect(told(&watch) == ["1 backlight/monitor initial", "2 backlight/panel initial"])
    #expect(told(&watch) == [])
  }

  @Test func `a reader is told of each change, counted without a gap`() throws {
    var watch = LightWatch()
    _ = told(&watch)

    store.send(.changed(panel, try view(.at(100)), .hold))
    #expect(told(&watch) == ["3 backlight/panel hold"])

    store.send(.changed(panel, try view(.at(60)), .release))
    store.send(.changed(monitor, try view(.at(20)), .set))
    #expect(told(&watch) == ["4 backlight/panel release", "5 backlight/monitor set"])
  }

  @Test func `changes of a turn are told as what they come to`() throws {
    var watch = LightWatch()
    _ = told(&watch)

    store.send(.changed(panel, try view(.at(100)), .hold))
    store.send(.changed(panel, try view(.at(20)), .release))

    #expect(told(&watch) == ["3 backlight/panel release"])
  }

  @Test func `who watches one light hears of no other, and misses no number`() throws {
    var watch = LightWatch(panel)
    #expect(told(&watch) == ["1 backlight/panel initial"])

    store.send(.changed(monitor, try view(.at(20)), .set))
    #expect(told(&watch) == [])

    store.send(.changed(panel, try view(.at(100)), .hold))
    #expect(told(&watch) == ["2 backlight/panel hold"])
  }

  @Test func `a light that comes later is told with its cause`() throws {
    var watch = LightWatch()
    _ = told(&watch)

    store.send(.changed(keyboard, try view(.at(20)), .hotplug))

    #expect(told(&watch) == ["3 leds/keyboard hotplug"])
  }

  @Test func `a light that goes is told as it stood at last, before what changed, and again when it comes back`() throws
  {
    var watch = LightWatch()
    _ = told(&watch)
    store.send(.changed(monitor, try view(.at(20)), .set))

    store.send(.forgotten(panel))
    #expect(told(&watch) == ["3 backlight/panel gone", "4 backlight/monitor set"])

    store.send(.forgotten(monitor))
    store.send(.changed(panel, try view(.at(20)), .hotplug))
    #expect(told(&watch) == ["5 backlight/monitor gone", "6 backlight/panel hotplug"])
  }

  @Test func `a light that others watch is not told when it goes`() throws {
    var watch = LightWatch(panel)
    _ = told(&watch)

    store.send(.forgotten(monitor))

    #expect(told(&watch) == [])
  }

  @Test func `who watches before there is a light is told of the first as it comes`() throws {
    var watch = LightWatch()
    #expect(watch.reports(of: KnownLights.State()).isEmpty)

    #expect(told(&watch) == ["1 backlight/panel hotplug", "2 backlight/monitor hotplug"])
  }

  private func told(_ watch: inout LightWatch) -> [String] {
    watch.reports(of: store.state).map { "\($0.sequence) \($0.light.id) \($0.cause)" }
  }
}

private func view(_ wish: Wish) throws -> LightView {
  var lights = Lights.showing(panel: 60)
  lights.settled(lights.hold(wish, owner(1)))
  return try #require(lights[panel])
}
