import Composable
import ComposableTesting
import Testing

@Suite struct OptionalActionTests {
  @Test func `a feature without a presenter whose actions are optional cannot be dismissed either`() {
    let issues = withIssues {
      let executor = SteppedExecutor()
      let store = SteppedStore<Int, Int?>(0, executor: executor) {
        Reduce { state, action in
          state += 1
          return action == 1 ? .run { _ in await DependencyValues.current.dismiss() } : .none
        }
      }
      store.send(1)
      #expect(store.state == 1)
    }

    #expect(issues.map { $0.message.contains("where nothing can be dismissed") } == [true])
  }

  @Test func `an observer of an optional part is called when the part changed`() {
    let executor = SteppedExecutor()
    let seen = Guarded<[Int?]>([])
    executor.perform {
      let store = Store(initialState: Pair(), executor: executor) {
        Reduce<Pair, Pair> { state, action in
          state = action
          return .none
        }
      }
      let part = store.scope(state: \.left, action: CasePath<Pair, Pair>.identity) as Store<Int?, Pair>
      let token = part.observe { left in seen.value += [left] }
      for pair in [Pair(right: 1), Pair(left: 1), Pair(left: 1, right: 1), Pair(right: 2), Pair()] { store.send(pair) }
      withExtendedLifetime(token) {}
    }

    #expect(seen.value == [nil, 1, nil])
  }
}

private struct Pair: Equatable, Sendable {
  var left: Int?
  var right: Int?
}
