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

  @Test(arguments: [true, false])
  func `a store keeps nothing of a child that went with its parent, not even its identity`(isHolding: Bool) {
    weak var identity: Key?
    let store: Store<Shelves.State, Shelves.Action>
    do {
      let key = Key()
      identity = key
      let shelf = Shelves.Shelf(id: 1, rows: [HoldingRow.State(id: key)])
      store = Store(initialState: Shelves.State(shelves: [shelf]), executor: executor) { Shelves(isHolding: isHolding) }
    }
    executor.perform { _ = store.send(.cleared) }
    executor.drain()

    #expect(identity == nil)
    withExtendedLifetime(store) {}
  }
}

/// Shelves whose rows mount, and may hold something.
private struct Shelves: Reducer {
  struct State: Sendable {
    var shelves: IdentifiedArray<Int, Shelf>
  }

  struct Shelf: Identifiable, Sendable {
    let id: Int
    var rows: IdentifiedArray<Key, HoldingRow.State>
  }

  enum Action: Sendable {
    case cleared
    case shelves(IdentifiedAction<Int, IdentifiedAction<Key, HoldingRow.Action>>)
  }

  let isHolding: Bool

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .cleared = action { state.shelves = [] }
      return .none
    }
    .forEach(\.shelves, action: .shelves) { [isHolding] in
      EmptyReducer<Shelf, IdentifiedAction<Key, HoldingRow.Action>>().forEach(\.rows, action: .identity) {
        EmptyReducer<HoldingRow.State, HoldingRow.Action>().onMount { _ in
          isHolding ? .hold(acquire: {}, release: {}) : .none
        }
      }
    }
  }
}

extension CasePath where Root == Shelves.Action {
  fileprivate static var shelves: CasePath<Root, IdentifiedAction<Int, IdentifiedAction<Key, HoldingRow.Action>>> {
    .init(embed: Root.shelves) { if case .shelves(let action) = $0 { action } else { nil } }
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
