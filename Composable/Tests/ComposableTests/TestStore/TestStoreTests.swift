import ComposableCore
import ComposableTesting
import Testing

@Suite struct TestStoreTests {
  @Test func `an asynchronous part of a test has another exhaustivity, and other dependencies`() async {
    let store = tally()
    let clock = store.clock

    await store.withExhaustivity(.off) {
      await Task.yield()
      store.send(.up)
    }
    #expect(store.exhaustivity == .on)
    await store.withDependencies {
      $0.clock = ImmediateClock()
    } operation: {
      store.send(.after(.seconds(1), [.up]))
      await Task.yield()
      store.receive(.up) { $0.count = 2 }
    }

    #expect((store.dependencies.clock as? TestClock) === clock)
  }

  @Test func `effects that are concatenated send one after the other as the clock moves`() {
    let store = tally()

    store.send(
      .inTurn([.after(.seconds(1), [.counted(1)]), .respond([.counted(2)]), .after(.seconds(1), [.counted(3)])])
    )
    store.clock.advance(by: .seconds(1))
    store.receive(.counted(1)) { $0.count = 1 }
    store.receive(.counted(2)) { $0.count = 2 }
    store.clock.advance(by: .seconds(1))
    store.receive(.counted(3)) { $0.count = 3 }
    store.finish()
  }

  @Test func `the state stays what it was until an assertion is done, and until an action is received`() {
    let store = tally()

    for before in 0...1 {
      store.send(.up) {
        #expect(store.state.count == before)
        $0.count = before + 1
        #expect(store.state.count == before)
      }
    }
    store.send(.respond([.counted(5)]))
    #expect(store.state.count == 2)
    store.receive(.counted(5)) {
      #expect(store.state.count == 2)
      $0.count = 5
      #expect(store.state.count == 2)
    }
    #expect(store.state.count == 5)
  }

  @Test func `an action that is waited for by an effect's stream is received once it was yielded`() {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let store = TestStore<Int, Int?>(initialState: 0) {
      Reduce { state, action in
        if let action { state = action }
        return action == nil ? .run { send in for await number in stream { await send(number) } } : .none
      }
    }

    store.send(nil)
    continuation.yield(3)
    store.receive(3) { $0 = 3 }
    continuation.yield(4)
    store.receive(4) { $0 = 4 }
    continuation.finish()
    store.finish()
  }

  @Test func `two test stores have executors and clocks of their own`() {
    let stores = [tally(), tally()]

    stores[0].clock.advance(by: .seconds(1))

    #expect(stores[0].executor !== stores[1].executor)
    #expect(stores[1].clock.now.offset == .zero)
  }

  @Test func `a test store leaves nothing to be done on the executor that it was given`() {
    let executor = SteppedExecutor()
    do {
      let store = TestStore(initialState: Tally.State(), executor: executor) { Tally() }
      store.send(.holdStarted)
      store.send(.holdEnded)
      #expect(executor.isIdle)
    }

    #expect(executor.isIdle)
  }

  @Test func `an action that was received is kept alive no longer`() {
    final class Payload: Sendable {}
    let store = TestStore<Int, Payload?>(initialState: 0) {
      Reduce { _, action in action == nil ? .merge(.send(Payload()), .send(Payload())) : .none }
    }
    weak var first: Payload?

    store.send(nil)
    store.receive(
      where: {
        first = $0
        return true
      }
    )

    #expect(first == nil)
    store.skipReceivedActions()
  }

  @Test func `an assertion is given the ids that its action was given, whatever came behind it`() {
    let store = TestStore<StackState<Int>, Bool>(initialState: StackState()) {
      Reduce { state, isFirst in
        state = [0]
        return isFirst ? .merge(.send(false), .send(false)) : .none
      }
    }

    store.send(true) { $0 = [0] }
    #expect(store.state.ids == [0])
    store.receive(false) { $0 = [0] }
    store.receive(false) { $0 = [0] }
    store.assert { state in
      #expect(state.ids == [2])
      let next: StackState = [0]
      #expect(next.ids == [3])
    }
  }

  @Test func `ids that an effect consumed are not given to an assertion`() {
    let store = TestStore<StackState<Int>, StackState<Int>?>(initialState: StackState()) {
      Reduce { state, action in
        if action == nil { return .run { send in await send([7, 8]) } }
        state = [9]
        return .none
      }
    }

    store.send(nil)
    store.receive(where: { $0?.ids == [0, 1] }, assert: { $0 = [9] })

    #expect(store.state.ids == [2])
  }
}
