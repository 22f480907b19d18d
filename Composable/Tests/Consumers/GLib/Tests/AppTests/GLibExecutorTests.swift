import Composable
import ComposableTesting
import Foundation
import Synchronization
import Testing

@testable import App

@Suite struct GLibExecutorTests {
  private let loop = TestLoop()

  @Test func `jobs run in the order in which they came, behind the one that enqueues them`() {
    let order = Record()
    loop.own {
      loop.executor.perform {
        loop.executor.perform { order.append(3) }
        order.append(1)
      }
      loop.executor.perform { order.append(2) }
    }
    #expect(order.all == [])

    loop.drain()

    #expect(order.all == [1, 2, 3])
  }

  @Test func `jobs of another thread wake a loop that waits, and keep their order`() {
    let order = Record()
    let thread = Thread { [loop] in
      for number in 1...1000 { loop.executor.perform { order.append(number) } }
    }
    thread.start()

    while order.all.count < 1000 { loop.wait() }

    #expect(order.all == Array(1...1000))
  }

  @Test func `only the thread that owns the context is on the executor`() {
    #expect(!loop.isOwned)

    loop.own {
      #expect(loop.isOwned)
      let isOwnedElsewhere = onAnotherThread { [loop] in loop.isOwned }
      #expect(!isOwnedElsewhere)
    }

    #expect(!loop.isOwned)
  }

  @Test func `a store reduces at once, and its timer sends on the loop`() {
    let seen = Record()
    loop.own {
      let store = countdown()
      let observation = store.observe(of: \.seconds) { seen.append($0) }
      store.send(.ticked)
      #expect(seen.all == [3, 2])

      while !store.state.isOver { loop.wait() }
      _ = consume observation
    }

    #expect(seen.all == [3, 2, 1, 0])
  }

  @Test func `a store that another thread drops releases what it holds on the loop`() {
    let released = Record()
    let kept = Mutex<Store<Int, Never>?>(nil)
    loop.own {
      let store = Store(initialState: 0, executor: loop.executor) {
        EmptyReducer<Int, Never>().onDismount { [loop] in released.append(loop.isOwned ? 1 : 0) }
      }
      kept.withLock { $0 = store }
    }

    onAnotherThread { kept.withLock { $0 = nil } }
    #expect(released.all == [])
    loop.drain()

    #expect(released.all == [1])
  }

  private func countdown() -> Store<Countdown.State, Countdown.Action> {
    Store(initialState: Countdown.State(seconds: 3), executor: loop.executor) {
      Countdown()
    } withDependencies: { values, _ in
      values.clock = ImmediateClock()
    } endOfTurn: { state in
      state.isOver = state.seconds == 0
    }
  }
}

/// Calls `body` on a thread of its own, and returns when it is done.
@discardableResult
private func onAnotherThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  let result = Mutex<Result?>(nil)
  let call = BlockOperation { result.withLock { $0 = body() } }
  OperationQueue().addOperations([call], waitUntilFinished: true)
  return result.withLock { $0! }
}
