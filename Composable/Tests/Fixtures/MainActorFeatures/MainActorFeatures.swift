import Composable
import ComposableCore
import ComposableShared

// This module is compiled with the main actor as its default isolation, as the templates for new
// programs set it.

public struct Lamp: Reducer {
  public struct State: Equatable, Sendable {
    public var level = 0

    public init(level: Int = 0) {
      self.level = level
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case switched
    case dimmed(to: Int, by: String)
  }

  @Dependency(\.lampClient) var client

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .switched: state.level = 100 - state.level
    case .dimmed(let level, _): state.level = level
    }
    return .run { [level = state.level] _ in try await client.show(level) }
  }
}

@DependencyClient
public struct LampClient: Sendable, TestDependencyKey {
  public var show: @Sendable (Int) async throws -> Void

  public static var testValue: LampClient { LampClient() }
}

nonisolated extension DependencyValues {
  public var lampClient: LampClient {
    get { self[LampClient.self] }
    set { self[LampClient.self] = newValue }
  }
}

nonisolated public struct Settings: Codable, Equatable, Sendable {
  public var isWarm = false

  public init() {}
}

nonisolated extension SharedKey where Value == Settings {
  public static var settings: Self { .file("/var/lib/room/settings.json") }
}

nonisolated extension DependencyValues {
  @DependencyEntry public var fadeDuration: Duration = .seconds(1)
}

@Reducer
public enum Page {
  case lamp(Lamp)
  case alert(AlertState<Lamp.Action>)
}

nonisolated extension Page.State: Equatable {}
nonisolated extension Page.Action: Equatable {}

@Reducer
public struct Room {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var ceiling = Lamp.State()
    public var floor: Lamp.State?
    @Presents public var page: Page.State?
    public var pages = StackState<Page.State>()
    @Shared(.settings) public var settings = Settings()

    public init() {}
  }

  public enum Action: Equatable, Sendable {
    case entered
    case faded
    case warmed
    case ceiling(Lamp.Action)
    case floor(Lamp.Action)
    case page(PresentationAction<Page.Action>)
    case pages(StackActionOf<Page>)
  }

  @Dependency(\.fadeDuration) var fadeDuration
  @Dependency(\.clock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.ceiling, action: \.ceiling) { Lamp() }
    Reduce { state, action in
      switch action {
      case .entered:
        state.floor = Lamp.State()
        state.page = .lamp(Lamp.State())
        state.pages.append(.lamp(Lamp.State()))
        return .run { send in
          try await clock.sleep(for: fadeDuration)
          await send(.faded)
        }
      case .faded: state.floor = nil
      case .warmed: state.$settings.withLock { $0.isWarm = true }
      case .ceiling, .floor, .page, .pages: break
      }
      return .none
    }
    .ifLet(\.floor, action: \.floor) { Lamp() }
    .ifLet(\.$page, action: \.page)
    .forEach(\.pages, action: \.pages)
  }
}
