import ComposableCore
import ComposableTesting
import Testing

@Suite struct OnMountTests {
  private let holds = HoldLedger()

  @Test(arguments: Parlor.Way.allCases)
  fileprivate func `a child holds from the action that puts it there to the one that takes it away`(
    in way: Parlor.Way
  ) {
    let store = parlor()
    store.send(.changed(Change { way.put(7, in: &$0) }))
    #expect(holds.history == ["+ lamp 7"])

    store.send(.changed(Change { way.clear(&$0) }))

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
    #expect(store.traces == .none)
  }

  @Test(arguments: Parlor.Way.allCases)
  fileprivate func `a child with another identity holds anew, after the release`(in way: Parlor.Way) {
    let store = parlor()
    store.send(.changed(Change { way.put(7, in: &$0) }))

    store.send(
      .changed(
        Change { state in
          way.clear(&state)
          way.put(8, in: &state)
        }
      )
    )

    #expect(holds.history == ["+ lamp 7", "- lamp 7", "+ lamp 8"])
  }

  // An element of a stack gets another identity each time.
  @Test(arguments: Parlor.Way.allCases.filter { $0 != .path })
  fileprivate func `a child that is replaced by one with the same identity goes on holding`(in way: Parlor.Way) {
    let store = parlor()
    store.send(.changed(Change { way.put(7, in: &$0) }))

    store.send(
      .changed(
        Change { state in
          way.clear(&state)
          way.put(7, in: &state)
        }
      )
    )

    #expect(holds.history == ["+ lamp 7"])
  }

  @Test(arguments: Parlor.Way.allCases)
  fileprivate func `a child that is there from the start holds when the store is made`(in way: Parlor.Way) {
    var state = Parlor.State()
    way.put(7, in: &state)
    let store = parlor(state)
    #expect(holds.living == ["lamp 7"])

    store.drop()

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test(arguments: [Parlor.Way.sheet, .path])
  fileprivate func `a child that dismisses itself releases in the same turn`(in way: Parlor.Way) {
    var state = Parlor.State()
    way.put(7, in: &state)
    let store = parlor(state)

    store.send(way == .sheet ? .sheet(.presented(.left)) : .path(.element(id: store.state.path.ids[0], action: .left)))

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test func `a child that its presenter dismisses releases`() {
    let store = parlor(Parlor.State(sheet: Lamp.State(id: 7)))

    store.send(.sheet(.dismiss))

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
  }

  @Test func `a child that comes with one action and goes with the next of the same turn holds in between`() {
    let store = parlor()

    store.send(.flashed)

    #expect(holds.history == ["+ lamp 7", "- lamp 7"])
    #expect(store.state.sheet == nil)
  }

  @Test func `a child that comes and goes within one action does not mount`() {
    let store = parlor()

    store.send(
      .changed(
        Change { state in
          state.sheet = Lamp.State(id: 7)
          state.sheet = nil
        }
      )
    )

    #expect(holds.history == [])
  }

  @Test func `each row mounts once, in the order of the rows, and a change of another mounts none`() {
    let store = parlor()

    store.send(.changed(Change { $0.rows = [Lamp.State(id: 1), Lamp.State(id: 2)] }))
    store.send(.changed(Change { $0.rows.append(Lamp.State(id: 3)) }))
    store.send(.changed(Change { $0.rows[id: 2]?.isOn = true }))
    store.send(.changed(Change { $0.rows.remove(id: 1) }))

    #expect(holds.history == ["+ lamp 1", "+ lamp 2", "+ lamp 3", "- lamp 1"])
  }

  @Test func `cancelling the send that presented a child does not end what the child holds`() {
    let store = parlor()

    let task = store.send(.changed(Change { $0.sheet = Lamp.State(id: 7) }))

    #expect(task.isNone)
    #expect(holds.living == ["lamp 7"])
  }

  @Test func `a child ends what it began when it mounted`() {
    let store = parlor(Parlor.State(sheet: Lamp.State(id: 7)))

    store.send(.sheet(.presented(.broken)))

    #expect(holds.living == [])
    #expect(store.state.sheet != nil)
  }

  @Test func `the root holds from the start of its store to the end, made on its executor or elsewhere`() {
    let executor = SteppedExecutor()
    let make = { [holds] in
      Store<Int, Int>(initialState: 7, executor: executor) {
        EmptyReducer().onMount { state in holds.hold("root \(state)") }
      }
    }
    var store: Store<Int, Int>? = executor.perform(make)
    #expect(holds.history == ["+ root 7"])
    #expect(executor.perform { store?.state } == 7)
    executor.perform { store = nil }
    #expect(holds.history == ["+ root 7", "- root 7"])

    store = make()
    #expect(holds.history.count == 2)
    executor.drain()
    #expect(holds.history.last == "+ root 7")
    executor.perform { store = nil }
    #expect(holds.living == [])
  }

  @Test func `the root mounts before the first action, also if that comes before the executor's next job`() {
    let executor = SteppedExecutor()
    let store = Store<Int, Int>(initialState: 0, executor: executor) {
      Reduce { [holds] state, action in
        state = action
        return holds.hold("action \(action)")
      }
      .onMount { [holds] state in holds.hold("root \(state)") }
    }

    executor.perform { _ = store.send(5) }
    executor.drain()

    #expect(holds.history == ["+ root 0", "+ action 5"])
  }

  @Test func `a function is called when a child goes, and when the store ends`() {
    let journal = Journal()
    let store = SteppedStore<Parlor.State, Parlor.Action>(Parlor.State(sheet: Lamp.State(id: 7))) {
      Parlor(holds: holds).onDismount { journal.note("parlor") }
      EmptyReducer().ifLet(\.$sheet, action: .sheet) { EmptyReducer().onDismount { journal.note("lamp") } }
    }

    store.send(.changed(Change { $0.sheet = nil }))
    #expect(journal.entries == ["lamp"])
    store.drop()

    #expect(journal.entries == ["lamp", "parlor"])
  }

  @Test func `what mounting acquires may report to the store, in the same turn`() {
    let executor = SteppedExecutor()
    let store = Store<Int, Int>(initialState: 0, executor: executor) {
      Reduce { state, action in
        state += action
        return .none
      }
      .onMount { _ in
        @Dependency(\.report) var report
        return .hold(acquire: { report(3) }, release: { _ in })
      }
    } withDependencies: { values, input in
      values.report = { input.send($0) }
    }
    executor.drain()

    executor.perform { #expect(store.state == 3) }
  }

  @Test func `everything that exists mounts at any depth, below scopes, cases and children`() {
    var state = Restored.State(
      optional: Bud.State(id: 2),
      rows: [Bough.State(id: 3), Bough.State(id: 4, child: Bud.State(id: 5))],
      screen: .bud(Bud.State(id: 6)),
      sheet: Bud.State(id: 7)
    )
    state.path.append(Bud.State(id: 8))

    let store = SteppedStore(state) { Restored(holds: holds) }
    store.executor.drain()

    #expect(
      holds.living == ["root", "scope 1", "optional 2", "row 3", "row 4", "nested 5", "case 6", "sheet 7", "path 8"]
    )
    store.send(
      .change(
        Change { state in
          state.optional = nil
          state.rows.remove(id: 3)
          state.rows[id: 4]?.child = nil
          state.screen = .none
          state.sheet = nil
          state.path.removeLast()
        }
      )
    )
    #expect(holds.living == ["root", "scope 1", "row 4"])
  }

  private func parlor(_ state: Parlor.State = Parlor.State()) -> SteppedStore<Parlor.State, Parlor.Action> {
    let store = SteppedStore(state) { Parlor(holds: holds) }
    store.executor.drain()
    return store
  }
}

private enum ReportKey: DependencyKey {
  static let liveValue: @Sendable (Int) -> Void = { _ in }
  static let testValue: @Sendable (Int) -> Void = { _ in }
}

extension DependencyValues {
  fileprivate var report: @Sendable (Int) -> Void {
    get { self[ReportKey.self] }
    set { self[ReportKey.self] = newValue }
  }
}
