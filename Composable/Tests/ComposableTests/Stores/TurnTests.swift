import ComposableCore
import ComposableTesting
import Testing

/// The turn of a store: input from a dependency, the end of the turn, and the actions that enter
/// from outside.
@Suite(.dependencies) struct TurnTests {
  private let journal = Journal()

  @Test func `an effect that is begun again releases and acquires in one turn`() {
    let store = SensorStore(journal)
    store.send(.appeared(1))

    store.send(.appearedAgain(1))

    #expect(journal.entries.suffix(3) == ["input appearedAgain(1)", "end [1] of [1]", "observed [1]"])
    #expect(store.state.history == ["+1", "-1", "+1"])
  }

  @Test func `a child that appears and leaves within one turn has one end of turn`() {
    let store = SensorStore(journal)

    store.send(.appearedAndLeft(1))

    #expect(journal.entries == ["input appearedAndLeft(1)", "end [] of []", "observed []"])
    #expect(store.state.history == ["+1", "-1"])
  }

  @Test func `a child that replaces another within one turn has one end of turn`() {
    let store = SensorStore(journal)
    store.send(.appeared(1))

    store.send(.replaced(1, by: 2))

    #expect(journal.entries.suffix(3) == ["input replaced(1, by: 2)", "end [2] of [2]", "observed [2]"])
  }

  @Test func `an action that an effect's task sends enters from outside and is a turn of its own`() {
    let store = SensorStore(journal)
    store.send(.leftAfterASecond(1))
    store.send(.appeared(1))

    store.clock.advance(by: .seconds(1))

    // The turn in which the task ends reduces no action.
    #expect(journal.entries.suffix(4) == ["input left(1)", "end [] of []", "observed []", "observed []"])
  }

  @Test func `a turn that reduces no action has no end of turn`() {
    let store = SensorStore(journal)
    let wait = store.send(.leftAfterASecond(1))
    let entries = journal.entries

    store.executor.perform { wait.cancelNow() }
    store.executor.drain()

    #expect(journal.entries.dropFirst(entries.count) == ["observed []"])
  }

  @Test func `an action that an observer sends starts another turn`() {
    let store = SensorStore(journal)
    let observation = store.observe { [input = store.input] ids in if ids == [1] { input.send(.left(1)) } }

    store.send(.appeared(1))

    #expect(
      journal.entries == [
        "input appeared(1)", "end [1] of [1]", "observed [1]", "input left(1)", "end [] of []", "observed []",
      ]
    )
    withExtendedLifetime(observation) {}
  }

  @Test func `a dropped store releases its leases and takes no action for them`() {
    let store = SensorStore(journal)
    store.send(.appeared(1))
    let entries = journal.entries

    store.drop()

    #expect(store.released.entries == ["-1"])
    #expect(journal.entries == entries)
  }

  @Test func `an input whose store has ended drops what it is sent`() {
    let store = SensorStore(journal)
    store.drop()

    store.executor.perform { store.input.send(.appeared(1)) }
    store.input.send(.appeared(2))
    store.executor.drain()

    #expect(journal.entries == [])
  }

  @Test func `an input that is used outside of the executor starts a turn as soon as the executor can`() {
    let store = SensorStore(journal)

    store.input.send(.appeared(1))
    #expect(journal.entries == [])
    store.executor.drain()

    #expect(journal.entries == ["input appeared(1)", "end [1] of [1]", "observed [1]"])
  }

  @Test func `the thousandth action through an input stands as deep on the stack as the second`() {
    let depths = Guarded<[UInt]>([])
    let kept = Guarded<StoreInput<Int>?>(nil)
    let executor = SteppedExecutor()
    let store = Store(initialState: 0, executor: executor) {
      Reduce { (_: inout Int, action: Int) in
        var local = action
        withUnsafePointer(to: &local) { depths.value.append(UInt(bitPattern: $0)) }
        return .none
      }
    } withDependencies: { _, input in
      kept.value = input
    }

    executor.perform { for number in 1...1000 { kept.value?.send(number) } }

    #expect(depths.value.count == 1000)
    #expect(depths.value.last == depths.value.dropFirst().first)
    withExtendedLifetime(store) {}
  }

  @Test func `an end of turn that removes a child with living effects is an issue, and the effects end`() {
    let issues = withIssues {
      let store = SensorStore(journal, limit: 1)
      store.send(.appeared(1))
      store.send(.appeared(2))
      #expect(store.state.leases == [1])
    }

    #expect(issues.map { String($0.message.prefix(45)) } == ["the end of a turn removed a child that has li"])
    #expect(journal.entries.suffix(3) == ["end [1, 2] of [1, 2]", "end [1] of [1]", "observed [1]"])
  }
}

extension TurnTests {
  @Test func `a test store receives what its dependencies send, and asserts the end of the turn with the last action`()
  {
    let store = TestStore(initialState: Sensors.State()) {
      Sensors()
    } withDependencies: { values, input in
      values[SensorClient.self] = SensorClient(input)
    } endOfTurn: { state in
      state.summary = "\(state.leases)"
    }

    store.send(.appeared(1)) { $0.sensors = [Sensor.State(id: 1)] }
    store.receive(.sensor(.element(id: 1, action: .held)))
    store.receive(.acquired(1)) {
      $0.leases = [1]
      $0.history = ["+1"]
      $0.summary = "[1]"
    }
    store.send(.left(1)) { $0.sensors = [] }
    store.receive(.released(1)) {
      $0.leases = []
      $0.history = ["+1", "-1"]
      $0.summary = "[]"
    }
    store.finish()
  }

  @Test func `a test store without a response asserts the end of the turn with the sent action`() {
    let store = TestStore(initialState: 0) {
      Reduce { (state: inout Int, action: Int) in
        state += action
        return .none
      }
    } endOfTurn: { state in
      state *= 10
    }

    store.send(1) { $0 = 10 }
    store.send(2) { $0 = 120 }
  }

  @Test func `a test store passes on the actions that enter from outside`() {
    let store = TestStore(initialState: Sensors.State()) {
      Sensors()
    } withDependencies: { values, input in
      values[SensorClient.self] = SensorClient(input)
    } onInput: { [journal] action in
      journal.note("\(action)")
    }
    store.exhaustivity = .off

    store.send(.leftAfterASecond(1))
    store.send(.appeared(1))
    store.clock.advance(by: .seconds(1))
    store.finish()

    #expect(journal.entries == ["leftAfterASecond(1)", "appeared(1)", "left(1)"])
  }
}
