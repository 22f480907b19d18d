import ComposableCore

/// A feature in which everything that exists derives an effect from its state.
struct Restored: Reducer {
  struct State: Sendable {
    var scope = Bud.State(id: 1)
    var optional: Bud.State?
    var rows: IdentifiedArrayOf<Bough.State> = []
    var screen = Screen.none
    @PresentationState var sheet: Bud.State?
    var path = StackState<Bud.State>()
  }

  enum Screen: Sendable {
    case none
    case bud(Bud.State)
  }

  enum Action: Sendable {
    case child(Never)
    case rows(IdentifiedAction<Bough.State.ID, Never>)
    case sheet(PresentationAction<Never>)
    case path(StackAction<Bud.State, Never>)
    case change(Change<State>)
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .change(let change) = action { change.apply(&state) }
      return .none
    }
    .onChange(of: \.scope.id) { _, _ in holds.hold("root").cancellable(id: "root", cancelInFlight: true) }
    Scope(state: \.scope, action: .never) { Bud(holds: holds, name: "scope") }
    EmptyReducer()
      .ifLet(\.optional, action: .never) { Bud(holds: holds, name: "optional") }
    EmptyReducer()
      .forEach(\.rows, action: .rows) { Bough(holds: holds) }
    Scope(state: \.screen, action: .identity) {
      EmptyReducer().ifCaseLet(.bud, action: .never) { Bud(holds: holds, name: "case") }
    }
    EmptyReducer()
      .ifLet(\.$sheet, action: .sheet) { Bud(holds: holds, name: "sheet") }
    EmptyReducer()
      .forEach(\.path, action: .path) { Bud(holds: holds, name: "path") }
  }
}

/// A child without actions that holds its name while its state asks for it.
struct Bud: Reducer {
  struct State: Identifiable, Sendable {
    let id: Int
  }

  let holds: HoldLedger
  let name: String

  var body: some Reducer<State, Never> {
    EmptyReducer<State, Never>()
      .onChange(of: \.id) { _, state in
        holds.hold("\(name) \(state.id)").cancellable(id: "bud", cancelInFlight: true)
      }
  }
}

/// An element with an optional child, both of which hold.
struct Bough: Reducer {
  struct State: Identifiable, Sendable {
    let id: Int
    var child: Bud.State?
  }

  let holds: HoldLedger

  var body: some Reducer<State, Never> {
    EmptyReducer<State, Never>()
      .onChange(of: \.id) { _, state in
        holds.hold("row \(state.id)").cancellable(id: "bough", cancelInFlight: true)
      }
    EmptyReducer()
      .ifLet(\.child, action: .never) { Bud(holds: holds, name: "nested") }
  }
}

extension CasePath where Root == Restored.Action {
  static var rows: CasePath<Root, IdentifiedAction<Bough.State.ID, Never>> {
    .init(embed: Root.rows) { if case .rows(let action) = $0 { action } else { nil } }
  }
  static var sheet: CasePath<Root, PresentationAction<Never>> {
    .init(embed: Root.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
  static var path: CasePath<Root, StackAction<Bud.State, Never>> {
    .init(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Restored.Screen {
  static var bud: CasePath<Root, Bud.State> {
    .init(embed: Root.bud) { if case .bud(let state) = $0 { state } else { nil } }
  }
}
