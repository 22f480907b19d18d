import Composable
import ComposableTesting
import Synchronization
import Testing

extension Reducer {
  func reporting(to report: @escaping @Sendable (State) -> Void) -> Reduce<State, Action> {
    Reduce(wrapping: self) { state, action, reduce in
      let effect = reduce(&state, action)
      return .merge(effect, .run { [state] _ in report(state) })
    }
  }
}

@Suite struct OperatorTests {
  @Test func `an operator sees the state that its reducer leaves`() {
    let reported = Reported()
    let store = TestStore(initialState: 1) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
      .reporting(to: reported.add)
    }

    store.send(2) { $0 = 3 }

    #expect(reported.states == [3])
  }
}

private final class Reported: Sendable {
  private let reported = Mutex<[Int]>([])

  var states: [Int] { reported.withLock { $0 } }

  @Sendable func add(_ state: Int) { reported.withLock { $0.append(state) } }
}
