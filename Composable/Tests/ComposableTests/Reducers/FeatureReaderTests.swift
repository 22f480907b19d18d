import ComposableCore
import ComposableTesting
import Synchronization
import Testing

@Suite struct FeatureReaderTests {
  private let journal = Journal()

  @Test func `an effect reads the state as later actions left it, and ends by that`() {
    let store = TestStore(initialState: Beacon.State(id: 1)) { Beacon(journal: journal) }

    store.send(.started)
    store.send(.set(4)) { $0.level = 4 }
    store.clock.advance(by: .seconds(1))
    store.send(.set(0)) { $0.level = 0 }
    store.clock.advance(by: .seconds(1))
    store.finish()

    #expect(journal.entries == ["1: 0", "1: 4", "1: 0"])
  }

  @Test(arguments: Coast.Way.allCases)
  fileprivate func `an effect reads the state of its own child, wherever that is, until it has gone`(
    on way: Coast.Way
  ) {
    let executor = SteppedExecutor()
    let clock = TestClock(executor: executor)
    let store = SteppedStore<Coast.State, Coast.Action>(.full, executor: executor) {
      Coast(journal: journal)
    } withDependencies: {
      $0.clock = clock
    }

    for other in Coast.Way.allCases where other != way { store.send(other.action(.set(9), in: store.state)) }
    store.send(way.action(.set(5), in: store.state))
    store.send(way.action(.started, in: store.state))
    #expect(journal.entries == ["7: 5"])
    store.send(.cleared)
    clock.advance(by: .seconds(1))
    executor.drain()

    // The scope is still there.
    #expect(journal.entries == (way == .scope ? ["7: 5", "7: 5"] : ["7: 5"]))
  }

  @Test func `an effect that has ended reads nothing`() {
    let store = SteppedStore<Int, Bool>(7) { [journal] in
      Reduce.reading { _, isStart, feature in
        if !isStart { return .cancel(id: "reader") }
        return .run { _ in
          for await _ in AsyncStream<Never>.makeStream().stream {}
          await journal.note("\(feature.state.map(String.init) ?? "nothing")")
        }
        .cancellable(id: "reader")
      }
    }

    store.send(true)
    store.send(false)

    #expect(journal.entries == ["nothing"])
  }

  @Test func `a state that is read outside of an effect is an issue`() async {
    let kept = Kept()
    let store = SteppedStore<Int, Int>(7) {
      Reduce.reading { _, _, feature in
        kept.reader.withLock { $0 = feature }
        return .none
      }
    }
    store.send(1)

    let issues = await withIssues { #expect(await kept.reader.withLock { $0 }?.state == nil) }

    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("was called outside an effect") == true)
  }
}

private final class Kept: Sendable {
  let reader = Mutex<FeatureReader<Int>?>(nil)
}

/// Notes its level each second until that is 0 again.
private struct Beacon: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var level = 0
  }

  enum Action: Equatable, Sendable {
    case started
    case set(Int)
  }

  let journal: Journal
  @Dependency(\.clock) private var clock

  init(journal: Journal) {
    self.journal = journal
  }

  var body: some Reducer<State, Action> {
    Reduce.reading { state, action, feature in
      switch action {
      case .set(let level):
        state.level = level
        return .none
      case .started:
        return .run { [clock] _ in
          var isFirst = true
          while let state = await feature.state {
            journal.note("\(state.id): \(state.level)")
            if state.level == 0 && !isFirst { return }
            isFirst = false
            try await clock.sleep(for: .seconds(1))
          }
        }
      }
    }
  }
}

/// Has a beacon in each place that there is, all with the same id.
private struct Coast: Reducer {
  struct State: Equatable, Sendable {
    var scope = Beacon.State(id: 7)
    var optional: Beacon.State? = Beacon.State(id: 7)
    @PresentationState var sheet: Beacon.State? = Beacon.State(id: 7)
    var rows: IdentifiedArrayOf<Beacon.State> = [Beacon.State(id: 6), Beacon.State(id: 7)]
    var path = StackState<Beacon.State>()

    static var full: State {
      var state = State()
      state.path.append(Beacon.State(id: 7))
      return state
    }
  }

  enum Action: Sendable {
    case scope(Beacon.Action)
    case optional(Beacon.Action)
    case sheet(PresentationAction<Beacon.Action>)
    case rows(IdentifiedActionOf<Beacon>)
    case path(StackAction<Beacon.State, Beacon.Action>)
    case cleared
  }

  enum Way: CaseIterable {
    case scope, optional, sheet, rows, path

    func action(_ action: Beacon.Action, in state: State) -> Action {
      switch self {
      case .scope: .scope(action)
      case .optional: .optional(action)
      case .sheet: .sheet(.presented(action))
      case .rows: .rows(.element(id: 7, action: action))
      case .path: .path(.element(id: state.path.ids[0], action: action))
      }
    }
  }

  let journal: Journal

  var body: some Reducer<State, Action> {
    Scope(
      state: \.scope,
      action: CasePath(embed: Action.scope) { if case .scope(let action) = $0 { action } else { nil } }
    ) {
      Beacon(journal: journal)
    }
    Reduce<State, Action> { state, action in
      guard case .cleared = action else { return .none }
      state.optional = nil
      state.sheet = nil
      state.rows = []
      state.path = []
      return .none
    }
    .ifLet(
      \.optional,
      action: CasePath(embed: Action.optional) { if case .optional(let action) = $0 { action } else { nil } }
    ) {
      Beacon(journal: journal)
    }
    .ifLet(\.$sheet, action: CasePath(embed: Action.sheet) { if case .sheet(let action) = $0 { action } else { nil } })
    {
      Beacon(journal: journal)
    }
    .forEach(\.rows, action: CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }) {
      Beacon(journal: journal)
    }
    .forEach(\.path, action: CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }) {
      Beacon(journal: journal)
    }
  }
}
