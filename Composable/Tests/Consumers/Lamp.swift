import Composable

// The module is compiled with the main actor as its default isolation.

@Reducer
public struct Lamp {
  @ObservableState
  public struct State: Equatable, Sendable {
    var level = 0
    @Shared(.settings) var settings = Settings()

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case switched
    case faded
  }

  @Dependency(\.clock) var clock
  @Dependency(\.fadeDuration) var fadeDuration

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .switched:
        state.level = state.settings.level
        return .run { send in
          try await clock.sleep(for: fadeDuration)
          await send(.faded)
        }
      case .faded:
        state.level = 0
        return .none
      }
    }
  }
}

nonisolated struct Settings: Codable, Equatable, Sendable {
  var level = 50
}

nonisolated extension SharedKey where Value == Settings {
  static var settings: Self { .file("/var/lib/rooms/settings.json") }
}

nonisolated extension DependencyValues {
  @DependencyEntry var fadeDuration: Duration = .seconds(1)
}
