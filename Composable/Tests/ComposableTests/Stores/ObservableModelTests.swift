import ComposableCore
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
    let model = LevelModel()
    let store = SteppedStore<Int, Int>(1) {
      Reduce { level, action in
        level = action
        return .none
      }
    }
    let token = store.executor.perform { store.store.observe(of: \.self) { model.level = $0 } }

    store.send(7)

    #expect(model.level == 7)
    withExtendedLifetime(token) {}
  }
}
