import BrightnessControl
import Composable
import Hardware

@Reducer
struct Dimmer {
  @ObservableState
  struct State: Equatable {
    var sets: [LightsInterface.Set] = []
  }

  enum Action {
    case set(LightsInterface.Level)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let level): state.sets.append(LightsInterface.Set(level: level))
      }
      return .none
    }
  }
}

@main struct App {
  @MainActor static func main() {
    let store = Store(initialState: Dimmer.State()) { Dimmer() }
    store.send(.set(.percent(50)))
    store.send(.set(.percent(60)))
    print("\(Hardware.name): \(store.state.sets.count) levels")
  }
}
