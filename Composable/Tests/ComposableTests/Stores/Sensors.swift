import ComposableCore
import ComposableTesting

/// Sensors that each hold a lease while they live, and a state that lists the leases that the
/// dependency granted.
struct Sensors: Reducer {
  struct State: Equatable, Sendable {
    var sensors: IdentifiedArrayOf<Sensor.State> = []
    var leases: [Int] = []
    var history: [String] = []
    var summary = ""
  }

  enum Action: Equatable, Sendable {
    case appeared(Int), appearedAgain(Int), appearedAndLeft(Int), replaced(Int, by: Int)
    case left(Int), leftAfterASecond(Int)
    case acquired(Int), released(Int)
    case sensor(IdentifiedAction<Int, Sensor.Action>)

    static let sensorPath = CasePath(embed: Self.sensor) { action in
      if case .sensor(let action) = action { action } else { nil }
    }
  }

  @Dependency(\.clock) private var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .appeared(let id):
        state.sensors.append(Sensor.State(id: id))
        return hold(id)
      case .appearedAgain(let id): return hold(id)
      case .appearedAndLeft(let id):
        state.sensors.append(Sensor.State(id: id))
        return .concatenate(hold(id), .send(.left(id)))
      case .replaced(let id, let successor):
        state.sensors.remove(id: id)
        state.sensors.append(Sensor.State(id: successor))
        return hold(successor)
      case .left(let id): state.sensors.remove(id: id)
      case .leftAfterASecond(let id):
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.left(id))
        }
      case .acquired(let id):
        state.leases.append(id)
        state.history.append("+\(id)")
      case .released(let id):
        state.leases.removeAll { $0 == id }
        state.history.append("-\(id)")
      case .sensor: break
      }
      return .none
    }
    .forEach(\.sensors, action: Action.sensorPath) { Sensor() }
  }

  private func hold(_ id: Int) -> Effect<Action> {
    .send(.sensor(.element(id: id, action: .held)))
  }
}

/// One sensor.
struct Sensor: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    var id: Int
  }

  enum Action: Equatable, Sendable {
    case held
  }

  @Dependency(SensorClient.self) private var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .hold { [client, id = state.id] in
      client.acquire(id)
      return id
    } release: { [client] id in
      client.release(id)
    }
    .cancellable(id: "lease", cancelInFlight: true)
  }
}

/// Grants leases, and reports each to the store that it belongs to.
struct SensorClient: DependencyKey {
  var acquire: @Sendable (Int) -> Void = { _ in }
  var release: @Sendable (Int) -> Void = { _ in }

  static let liveValue = Self()
  static let testValue = Self()
}

extension SensorClient {
  init(_ input: StoreInput<Sensors.Action>, released: Journal = Journal()) {
    acquire = { input.send(.acquired($0)) }
    release = { id in
      released.note("-\(id)")
      input.send(.released(id))
    }
  }
}

/// A store of sensors that notes its inputs, the ends of its turns, and what observers see.
final class SensorStore {
  let executor = SteppedExecutor()
  let clock: TestClock
  let released = Journal()
  let input: StoreInput<Sensors.Action>
  private var store: Store<Sensors.State, Sensors.Action>?
  private var observation: ObserveToken?

  init(_ journal: Journal, limit: Int = .max) {
    let clock = TestClock(executor: executor)
    self.clock = clock
    let kept = Guarded<StoreInput<Sensors.Action>?>(nil)
    let store = Store(initialState: Sensors.State(), executor: executor) {
      Sensors()
    } withDependencies: { [released] values, input in
      kept.value = input
      values.clock = clock
      values[SensorClient.self] = SensorClient(input, released: released)
    } endOfTurn: { state in
      journal.note("end \(state.leases) of \(state.sensors.ids)")
      while state.sensors.count > limit { state.sensors.removeLast() }
    } onInput: { action in
      journal.note("input \(action)")
    }
    self.store = store
    input = kept.value!
    observation = observe { [isFirst = Guarded(true)] ids in
      if !isFirst.exchange(false) { journal.note("observed \(ids)") }
    }
  }

  var state: Sensors.State { executor.perform { store!.state } }

  @discardableResult
  func send(_ action: Sensors.Action) -> StoreTask {
    defer { executor.drain() }
    return executor.perform { store!.send(action) }
  }

  func observe(_ observer: @escaping @Sendable ([Int]) -> Void) -> ObserveToken {
    executor.perform { store!.observe { observer(Array($0.sensors.ids)) } }
  }

  func drop() {
    executor.perform { store = nil }
  }
}
