import Composable
import ComposableTesting
import MainActorFeatures
import Testing

@Suite struct MainActorTests {
  @Test func `features of a module whose default is the main actor run on a store's executor`() {
    let store = TestStore(initialState: Room.State()) {
      Room()
    } withDependencies: {
      $0.lampClient.show = { _ in }
    }

    store.send(.entered) {
      $0.floor = Lamp.State()
      $0.page = .lamp(Lamp.State())
      $0.pages.append(.lamp(Lamp.State()))
    }
    store.send(.warmed) { $0.$settings.withLock { $0.isWarm = true } }
    store.send(\.ceiling.switched) { $0.ceiling.level = 100 }
    store.send(\.floor.dimmed, (to: 3, by: "hand")) { $0.floor?.level = 3 }
    store.send(\.page.lamp.switched) { $0.page[case: \.lamp]?.level = 100 }
    store.send(\.pages[id: 0].lamp.switched) { $0.pages[id: 0, case: \.lamp]?.level = 100 }
    store.clock.advance(by: .seconds(1))
    store.receive(\.faded) { $0.floor = nil }
  }
}
