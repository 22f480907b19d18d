import Composable
import ComposableTesting
import Observation
import Testing

/// A model of a user interface in a file that sees the library too: `@Observable` names its module,
/// which no type of ours may hide.
@Observable private final class LevelModel: @unchecked Sendable {
  var level = 0
}

@Suite struct ObservableModelTests {
  @Test func `an observable model follows a store`() {
    let executor = SteppedExecutor()
    let model = LevelModel()
    let store = executor.perform {
      Store(initialState: 1, executor: executor) {
        Reduce<Int, Int> { level, action in
          level = action
          return .none
        }
      }
    }
    let token = executor.perform { store.observe(of: \.self) { model.level = $0 } }

    executor.perform { _ = store.send(7) }

    #expect(model.level == 7)
    executor.perform { withExtendedLifetime(token) {} }
  }
}
