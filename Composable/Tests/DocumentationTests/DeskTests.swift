import Composable
import ComposableTesting
import Synchronization
import Testing

/// A desk with a lamp that is lit while a lease on it exists.
struct Desk: Reducer {
  struct State: Equatable, Sendable {
    var leases = 0
    var isLit = false
  }

  enum Action: Equatable, Sendable {
    case sat, left
    case acquired, released
  }

  struct Lamp: Hashable, Sendable {}

  @Dependency(\.lamp) var lamp

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .sat: return .hold(acquire: { lamp.acquire() }, release: { lamp.release() }).cancellable(id: Lamp())
    case .left: return .cancel(id: Lamp())
    case .acquired: state.leases += 1
    case .released: state.leases -= 1
    }
    return .none
  }
}

/// Grants leases on a lamp.
struct LampClient: Sendable {
  var acquire: @Sendable () -> Void
  var release: @Sendable () -> Void
}

extension LampClient: TestDependencyKey {
  static var testValue: LampClient {
    LampClient(acquire: unimplemented("LampClient.acquire"), release: unimplemented("LampClient.release"))
  }
}

extension DependencyValues {
  var lamp: LampClient {
    get { self[LampClient.self] }
    set { self[LampClient.self] = newValue }
  }
}

/// Keeps the actions that enter a store from outside.
private final class Recorder: Sendable {
  private let recorded = Mutex<[Desk.Action]>([])

  var actions: [Desk.Action] { recorded.withLock { $0 } }

  func record(_ action: Desk.Action) {
    recorded.withLock { $0.append(action) }
  }
}

@Suite(.dependencies) struct DeskTests {
  private let executor = SteppedExecutor()
  private let recorder = Recorder()

  @Test func `a lease is part of the state when the send returns, and only outside actions are recorded`() {
    let store = executor.perform { makeStore() }

    executor.perform {
      store.send(.sat)
      #expect(store.state == Desk.State(leases: 1, isLit: true))
      store.send(.left)
      #expect(store.state == Desk.State())
    }

    #expect(recorder.actions == [.sat, .left])
  }

  private func makeStore() -> Store<Desk.State, Desk.Action> {
    let recorder = recorder
    let store = Store(initialState: Desk.State(), executor: executor) {
      Desk()
    } withDependencies: { values, input in
      values.lamp = LampClient(acquire: { input.send(.acquired) }, release: { input.send(.released) })
    } endOfTurn: { state in
      state.isLit = state.leases > 0
    } onInput: { action in
      recorder.record(action)
    }
    return store
  }
}
