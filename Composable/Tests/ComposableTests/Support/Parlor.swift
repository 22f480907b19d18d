import ComposableCore

/// A feature that holds its name while it exists, until it breaks.
struct Lamp: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var isOn = false
  }

  enum Action: Equatable, Sendable {
    case left, broken
  }

  let holds: HoldLedger
  @Dependency(\.dismiss) private var dismiss

  init(holds: HoldLedger) {
    self.holds = holds
  }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .left: .run { [dismiss] _ in await dismiss() }
      case .broken: .cancel(id: "light")
      }
    }
    .onMount { state in holds.hold("lamp \(state.id)").cancellable(id: "light") }
  }
}

/// A feature with lamps in each place that there is for a child.
struct Parlor: Reducer {
  struct State: Equatable, Sendable {
    var optional: Lamp.State?
    @PresentationState var sheet: Lamp.State?
    var rows: IdentifiedArrayOf<Lamp.State> = []
    var path = StackState<Lamp.State>()
    var screen = Screen.none
  }

  enum Screen: Equatable, Sendable {
    case none
    case lamp(Lamp.State)
  }

  enum Way: CaseIterable {
    case optional, sheet, rows, path, screen

    func put(_ id: Int, in state: inout State) {
      switch self {
      case .optional: state.optional = Lamp.State(id: id)
      case .sheet: state.sheet = Lamp.State(id: id)
      case .rows: state.rows.append(Lamp.State(id: id))
      case .path: state.path.append(Lamp.State(id: id))
      case .screen: state.screen = .lamp(Lamp.State(id: id))
      }
    }

    func clear(_ state: inout State) {
      switch self {
      case .optional: state.optional = nil
      case .sheet: state.sheet = nil
      case .rows: state.rows.removeLast()
      case .path: state.path.removeLast()
      case .screen: state.screen = .none
      }
    }
  }

  enum Action: Sendable {
    case changed(Change<State>)
    case flashed, darkened
    case sheet(PresentationAction<Lamp.Action>)
    case rows(IdentifiedActionOf<Lamp>)
    case path(StackAction<Lamp.State, Lamp.Action>)
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      switch action {
      case .changed(let change): change.apply(&state)
      case .flashed:
        state.sheet = Lamp.State(id: 7)
        return .send(.darkened)
      case .darkened: state.sheet = nil
      case .sheet, .rows, .path: break
      }
      return .none
    }
    .ifLet(\.optional, action: CasePath(embed: { .sheet(.presented($0)) }, extract: { _ in nil })) {
      Lamp(holds: holds)
    }
    .ifLet(\.$sheet, action: .sheet) { Lamp(holds: holds) }
    .forEach(\.rows, action: CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } }) {
      Lamp(holds: holds)
    }
    .forEach(\.path, action: CasePath(embed: Action.path) { if case .path(let action) = $0 { action } else { nil } }) {
      Lamp(holds: holds)
    }
    Scope(state: \.screen, action: .identity) {
      EmptyReducer<Screen, Action>()
        .ifCaseLet(
          CasePath(embed: Screen.lamp) { if case .lamp(let lamp) = $0 { lamp } else { nil } },
          action: CasePath(embed: { .sheet(.presented($0)) }, extract: { _ in nil })
        ) {
          Lamp(holds: holds)
        }
    }
  }
}

extension CasePath where Root == Parlor.Action {
  static var sheet: CasePath<Root, PresentationAction<Lamp.Action>> {
    .init(embed: Root.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
}
