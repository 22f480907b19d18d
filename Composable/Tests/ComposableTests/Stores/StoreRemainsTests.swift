import ComposableCore
import ComposableTesting
import Testing

@Suite struct StoreRemainsTests {
  private let executor = SteppedExecutor()

  @Test(arguments: HoldingRow.Action.allCases)
  func `a store leaves nothing behind of a child that lived when it went, not even its identity`(
    action: HoldingRow.Action
  ) {
    weak var identity: Key?
    do {
      let key = Key()
      identity = key
      var store: Store<IdentifiedArray<Key, HoldingRow.State>, IdentifiedAction<Key, HoldingRow.Action>>? = Store(
        initialState: [HoldingRow.State(id: key)],
        executor: executor
      ) {
        EmptyReducer().forEach(\.self, action: .identity) { HoldingRow(clock: TestClock(executor: executor)) }
      }
      executor.perform { _ = store?.send(.element(id: key, action: action)) }
      executor.drain()
      store = nil
    }
    executor.drain()

    #expect(identity == nil)
  }
}

/// An identity that shows whether it is still referenced.
final class Key: Sendable, Hashable {
  static func == (left: Key, right: Key) -> Bool { left === right }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

struct HoldingRow: Reducer {
  struct State: Identifiable, Sendable {
    let id: Key
  }

  enum Action: Sendable, CaseIterable {
    case held, throttled, worked
  }

  let clock: TestClock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .held: .hold(acquire: {}, release: {})
    case .throttled:
      Effect.hold(acquire: {}, release: {}).throttle(id: "t", for: .seconds(1), clock: clock, latest: true)
    case .worked: .run { [clock] _ in try await clock.sleep(for: .seconds(1)) }
    }
  }
}
