import Composable
import Foundation

// Features with clients, dates, alerts and tabs, spelled as the guides of
// swift-composable-architecture spell theirs; only the import is another.

@DependencyClient
struct ScoresClient: Sendable {
  var load: @Sendable () async throws -> [Score]
  var save: @Sendable (_ score: Score) async throws -> Void
}

extension ScoresClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  @DependencyEntry var scores: ScoresClient = ScoresClient()
}

struct Score: Equatable, Identifiable, Sendable {
  let id: UUID
  var date: Date
  var duration: TimeInterval
}

@Reducer
struct Scores {
  @ObservableState
  struct State: Equatable {
    var scores: IdentifiedArrayOf<Score> = []
    var isLoading = false
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var dialog: ConfirmationDialogState<Action.Dialog>?

    var best: Score? {
      scores.max { $0.duration < $1.duration }
    }
  }

  enum Action {
    case onAppear
    case scoresLoaded(Result<[Score], any Error>)
    case deleteButtonTapped(Score.ID)
    case sortButtonTapped
    case alert(PresentationAction<Alert>)
    case dialog(PresentationAction<Dialog>)

    @CasePathable
    enum Alert: Equatable {
      case confirmDeletion(Score.ID)
    }

    @CasePathable
    enum Dialog: Equatable {
      case byDate
      case byDuration
    }
  }

  @Dependency(\.scores) var client

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        state.isLoading = true
        return .run { send in
          await send(.scoresLoaded(Result { try await client.load() }))
        }

      case let .scoresLoaded(.success(scores)):
        state.isLoading = false
        state.scores = IdentifiedArray(uniqueElements: scores)
        return .none

      case let .scoresLoaded(.failure(error)):
        state.isLoading = false
        state.alert = AlertState {
          TextState("The scores are not there")
        } message: {
          TextState("\(error)")
        }
        return .none

      case let .deleteButtonTapped(id):
        state.alert = .deletion(of: id)
        return .none

      case .sortButtonTapped:
        state.dialog = .sorting
        return .none

      case let .alert(.presented(.confirmDeletion(id))):
        state.scores.remove(id: id)
        return .none

      case .alert, .dialog:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$dialog, action: \.dialog)
  }
}

extension AlertState where Action == Scores.Action.Alert {
  static func deletion(of id: Score.ID) -> Self {
    AlertState {
      TextState("Delete the score?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(id)) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Keep")
      }
    } message: {
      TextState("It cannot be restored.")
    }
  }
}

extension ConfirmationDialogState where Action == Scores.Action.Dialog {
  static let sorting = Self {
    TextState("Sort by")
  } actions: {
    ButtonState(action: .byDate) {
      TextState("Date")
    }
    ButtonState(action: .byDuration) {
      TextState("Duration")
    }
    ButtonState(role: .cancel) {
      TextState("Cancel")
    }
  }
}

@Reducer
struct Run {
  @ObservableState
  struct State: Equatable {
    var start: Date?
    var elapsed: TimeInterval = 0
  }

  enum Action {
    case startButtonTapped
    case stopButtonTapped
    case timerTicked
    case saveFailed(String)
    case delegate(Delegate)

    enum Delegate {
      case finished(Score)
    }
  }

  private enum CancelID {
    case timer
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.scores) var client
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.start = now
        return .run { send in
          for await _ in self.clock.timer(interval: .seconds(1)) {
            await send(.timerTicked)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .timerTicked:
        guard let start = state.start else { return .none }
        state.elapsed = now.timeIntervalSince(start)
        return .none

      case .stopButtonTapped:
        guard let start = state.start else { return .none }
        let score = Score(id: uuid(), date: start, duration: state.elapsed)
        state.start = nil
        return .merge(
          .cancel(id: CancelID.timer),
          .run { send in
            try await client.save(score)
            await send(.delegate(.finished(score)))
          } catch: { error, send in
            await send(.saveFailed("\(error)"))
          }
        )

      case .saveFailed, .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct Tabs {
  enum Tab { case run, scores, profile }

  @ObservableState
  struct State: Equatable {
    var selection = Tab.run
    var run = Run.State()
    var scores = Scores.State()
    var profile = Profile.State()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case run(Run.Action)
    case scores(Scores.Action)
    case profile(Profile.Action)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.run, action: \.run) {
      Run()
    }
    Scope(state: \.scores, action: \.scores) {
      Scores()
    }
    Scope(state: \.profile, action: \.profile) {
      Profile()
    }
    Reduce { state, action in
      switch action {
      case let .run(.delegate(.finished(score))):
        state.scores.scores.append(score)
        state.selection = .scores
        return .none
      case .binding, .run, .scores, .profile:
        return .none
      }
    }
    .onChange(of: \.selection) { _, _ in
      .none
    }
  }
}
