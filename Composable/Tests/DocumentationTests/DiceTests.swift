import Composable
import ComposableTesting
import Testing

// The code of Dependencies.md.

@Reducer
struct Dice {
  @ObservableState
  struct State: Equatable {
    var number = 1
  }

  enum Action {
    case rolled
  }

  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rolled:
        state.number = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
        return .none
      }
    }
  }
}

@Suite struct DiceTests {
  @Test func `a seed decides what is rolled`() {
    let store = TestStore(initialState: Dice.State()) {
      Dice()
    } withDependencies: {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 1))
    }

    store.send(.rolled) { $0.number = 4 }
  }
}
