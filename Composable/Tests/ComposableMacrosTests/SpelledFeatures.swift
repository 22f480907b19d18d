import Composable

// Features that are spelled as the guides of swift-composable-architecture spell theirs; only the
// import is another. Most of them show that they compile.

@Reducer
struct Nothing {}

@Reducer
struct Laps {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var isTiming = false
    @Presents var destination: Destination.State?
  }

  enum Action {
    case startButtonTapped
    case stopButtonTapped
    case tick
    case editButtonTapped
    case destination(PresentationAction<Destination.Action>)
  }

  enum CancelID { case timer }

  @Reducer
  enum Destination {
    case editor(Editor)
    case nothing(Nothing)
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isTiming = true
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .stopButtonTapped:
        state.isTiming = false
        return .cancel(id: CancelID.timer)

      case .tick:
        state.count += 1
        return .none

      case .editButtonTapped:
        state.destination = .editor(Editor.State(title: "\(state.count) laps"))
        return .none

      case .destination(.presented(.editor(.delegate(.saved)))):
        state.destination = nil
        return .none

      case .destination:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Laps.Destination.State: Equatable {}

@Reducer
struct Editor {
  @ObservableState
  struct State: Equatable {
    var title = ""
  }

  enum Action {
    case titleChanged(String)
    case saveButtonTapped
    case cancelButtonTapped
    case delegate(Delegate)

    @CasePathable
    enum Delegate {
      case saved(String)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .titleChanged(title):
        state.title = title
        return .none
      case .saveButtonTapped:
        return .send(.delegate(.saved(state.title)))
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }
      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct Detail {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isFavorite = false
  }

  enum Action: Equatable {
    case favoriteButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isFavorite.toggle()
    return .none
  }
}

// A feature whose state and actions are enums.
@Reducer
struct Shown {
  @ObservableState
  enum State: Equatable {
    case detail(Detail.State)
    case editor(Editor.State)
  }

  enum Action {
    case detail(Detail.Action)
    case editor(Editor.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.detail, action: \.detail) {
      Detail()
    }
    Scope(state: \.editor, action: \.editor) {
      Editor()
    }
  }
}

@Reducer
struct Hall {
  @ObservableState
  struct State: Equatable {
    var details: IdentifiedArrayOf<Detail.State> = []
    var editor = Editor.State()
    var path = StackState<Path.State>()
    @Presents var shown: Shown.State?
    var timer: Laps.State?
  }

  enum Action {
    case details(IdentifiedActionOf<Detail>)
    case editor(Editor.Action)
    case path(StackActionOf<Path>)
    case shown(PresentationAction<Shown.Action>)
    case timer(Laps.Action)
    case detailTapped(Detail.State.ID)
    case renameTapped
  }

  @Reducer
  enum Path {
    case detail(Detail)
    case laps(Laps)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.editor, action: \.editor) {
      Editor()
    }
    Reduce { state, action in
      switch action {
      case let .detailTapped(id):
        guard let detail = state.details[id: id] else {
          reportIssue("There is no detail \(id)")
          return .none
        }
        state.path.append(.detail(detail))
        return .none
      case .renameTapped:
        state.shown?.modify(\.editor) { $0.title = "renamed" }
        return .none
      case let .path(.element(id: id, action: .detail(.favoriteButtonTapped))):
        guard case let .detail(detail) = state.path[id: id] else { return .none }
        state.details[id: detail.id] = detail
        return .none
      case .details, .editor, .path, .shown, .timer:
        return .none
      }
    }
    .forEach(\.details, action: \.details) {
      Detail()
    }
    .ifLet(\.$shown, action: \.shown) {
      Shown()
    }
    .ifLet(\.timer, action: \.timer) {
      Laps()
    }
    .forEach(\.path, action: \.path)
  }
}

extension Hall.Path.State: Equatable {}

// What a package for other modules declares.
@Reducer
public struct Exported {
  public struct State: Equatable, Sendable {
    public init() {}
  }

  public enum Action: Sendable {
    case tapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

// A body that is written with a builder already, and parts that are declared elsewhere.
@Reducer
struct Renamed {
  typealias State = Editor.State
  typealias Action = Editor.Action

  @ReducerBuilder<State, Action>
  var body: some Reducer<State, Action> {
    Editor()
  }
}
