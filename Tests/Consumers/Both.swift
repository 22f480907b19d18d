import BrightnessControl
import BrightnessEventLoop
import Composable

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
  static func main() throws {
    let store = Store(initialState: Dimmer.State(), executor: try EventLoop()) { Dimmer() }
    store.send(.set(.percent(50)))
    store.send(.set(.percent(60)))
    print("\(own.joined(separator: " ")): \(store.state.sets.count) levels")
  }
}
