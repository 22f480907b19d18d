import ComposableCore
import ComposableShared
import ComposableTesting
import Testing

struct Player: Reducer {
  struct State: Equatable, Sendable {
    @Shared(.file("/var/lib/player/volume.json")) var volume = 50
    var isLoud = false
  }

  enum Action: Equatable, Sendable {
    case appeared
    case louderTapped
    case volumeChanged(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return .run { [volume = state.$volume] send in
        for await value in volume.values { await send(.volumeChanged(value)) }
      }
    case .louderTapped: state.$volume.withLock { $0 += 10 }
    case .volumeChanged(let volume): state.isLoud = volume > 80
    }
    return .none
  }
}

extension SharedKey where Value == Int {
  static var volume: Self { .file("/var/lib/player/volume.json") }
}

@Suite(.dependencies) struct VolumeTests {
  @Test func `a loud player becomes louder`() {
    @Shared(.volume) var volume = 50
    $volume.withLock { $0 = 70 }
    let store = TestStore(initialState: Player.State()) { Player() }

    store.send(.louderTapped) { $0.$volume.withLock { $0 = 80 } }
  }
}

@Suite(.dependencies) struct PlayerTests {
  @Test func `a test states what becomes of a shared value, and a feature answers a change from outside`() {
    let store = TestStore(initialState: Player.State()) { Player() }
    store.send(.louderTapped) { $0.$volume.withLock { $0 = 60 } }
    store.send(.appeared)
    store.receive(.volumeChanged(60))

    store.state.$volume.withLock { $0 = 90 }
    store.assert { $0.$volume.withLock { $0 = 90 } }
    store.receive(.volumeChanged(90)) { $0.isLoud = true }
    store.skipInFlightEffects()
  }
}
