import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

/// The spelling of swift-composable-architecture without macros: the conformances are written, and
/// so are the paths.
@Suite struct SpelledByHandTests {
  @Test func `a feature that is written without macros binds, presents an alert and waits`() {
    let clock = TestClock()
    let store = TestStore(initialState: Draft.State()) {
      Draft()
    } withDependencies: {
      $0.continuousClock = clock
    }

    store.send(\.binding.title, "Ode") { $0.title = "Ode" }
    store.send(.saveButtonTapped)
    clock.advance(by: .seconds(1))
    store.receive(\.saved) {
      $0.alert = AlertState {
        TextState("Saved 'Ode'")
      } actions: {
        ButtonState(action: .undone) {
          TextState("Undo")
        }
      }
    }
    store.send(.alert(.presented(.undone))) {
      $0.title = ""
      $0.alert = nil
    }
    store.send(.waitButtonTapped).cancel()
  }
}

struct Draft: Reducer {
  struct State: Equatable {
    var title = ""
    @Presents var alert: AlertState<Action.Alert>?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case alert(PresentationAction<Alert>)
    case saveButtonTapped
    case saved
    case waitButtonTapped

    enum Alert: Equatable {
      case undone
    }

    var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.undone)):
        state.title = ""
        return .none
      case .saveButtonTapped:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.saved)
        }
      case .saved:
        state.alert = AlertState {
          TextState("Saved '\(state.title)'")
        } actions: {
          ButtonState(action: .undone) {
            TextState("Undo")
          }
        }
        return .none
      case .waitButtonTapped:
        return .run { _ in try await Task.never() }
      case .binding, .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension Draft.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var binding: CasePath<Draft.Action, BindingAction<Draft.State>> {
      .init(name: "binding", embed: { .binding($0) }, extract: { $0.binding })
    }

    var alert: CasePath<Draft.Action, PresentationAction<Draft.Action.Alert>> {
      .init(name: "alert", embed: { .alert($0) }, extract: { if case .alert(let action) = $0 { action } else { nil } })
    }

    var saved: CasePath<Draft.Action, Void> {
      .init(.saved, name: "saved") { if case .saved = $0 { true } else { false } }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
