import ComposableTesting

@testable import ComposableCore

/// A parent that carries the same child in every way that there is.
struct Cargo: Reducer {
  struct State: Sendable {
    var scope = Crate.State()
    var hold = Hold.crate(Crate.State())
    var optional: Crate.State? = Crate.State()
    var rows: IdentifiedArrayOf<Crate.State> = [Crate.State(), Crate.State(id: 1)]
    @PresentationState var sheet: Crate.State? = Crate.State()
    var path = StackState<Crate.State>()

    static var full: State {
      var state = State()
      state.path.append(Crate.State())
      return state
    }
  }

  enum Hold: Sendable {
    case empty
    case crate(Crate.State)
  }

  let holds: HoldLedger

  var body: some Reducer<State, Delivery> {
    Scope(state: \.scope, action: .to(.scope)) { crate }
    Scope(state: \.hold, action: .identity) {
      Scope(state: .crate, action: .to(.caseScope)) { crate }
      EmptyReducer().ifCaseLet(.crate, action: .to(.optionalCase)) { Crate(holds: holds) }
    }
    EmptyReducer()
      .ifLet(\.optional, action: .to(.optional)) { crate }
      .forEach(\.rows, action: .element) { crate }
      .ifLet(\.$sheet, action: .sheet) { crate }
      .forEach(\.path, action: .path) { crate }
      .onChange(of: \.scope.box.value) { _, _ in .none }
      ._printChanges(.silent)
  }

  private var crate: some Reducer<Crate.State, Crate.Action> {
    Crate(holds: holds)
      .dependency(\.context, .test)
      .onChange(of: \.box.value) { former, state in
        if former == nil { state.box.value += 1 }
        return .none
      }
  }
}

/// A child that counts how often changing it had to copy what it owns.
struct Crate: Reducer {
  struct State: Identifiable, Sendable {
    var id = 0
    var box = CopyCounted()
  }

  enum Action: Sendable {
    case loaded
    case held
  }

  let holds: HoldLedger

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loaded:
      state.box.value += 1
      return .none
    case .held:
      return holds.hold("crate")
    }
  }
}

/// An action for one of the children.
struct Delivery: Sendable {
  enum Way: CaseIterable, Sendable {
    case scope, caseScope, optionalCase, optional, element, sheet, path

    func box(in state: Cargo.State) -> CopyCounted {
      switch self {
      case .scope: state.scope.box
      case .caseScope, .optionalCase: extract(.crate, from: state.hold)!.box
      case .optional: state.optional!.box
      case .element: state.rows[0].box
      case .sheet: state.sheet!.box
      case .path: state.path[0].box
      }
    }
  }

  let way: Way
  let action: Crate.Action?
}

extension CasePath where Root == Cargo.Hold {
  static var crate: CasePath<Root, Crate.State> {
    .init(embed: Root.crate) { if case .crate(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Delivery {
  static func to(_ way: Delivery.Way) -> CasePath<Root, Crate.Action> {
    .init(embed: { Delivery(way: way, action: $0) }) { $0.way == way ? $0.action : nil }
  }

  static var element: CasePath<Root, IdentifiedActionOf<Crate>> {
    through(.element, .element(id: 0))
  }

  static var sheet: CasePath<Root, PresentationAction<Crate.Action>> {
    through(.sheet, .presented)
  }

  static var path: CasePath<Root, StackAction<Crate.State, Crate.Action>> {
    through(.path, .element(id: 0))
  }

  /// The way to an action that wraps the child's; any other value is a delivery without an action.
  private static func through<Wrapper>(
    _ way: Delivery.Way,
    _ path: CasePath<Wrapper, Crate.Action>
  ) -> CasePath<Root, Wrapper> {
    .init(embed: { Delivery(way: way, action: path.extract($0)) }) { delivery in
      delivery.way == way ? delivery.action.map(path.embed) : nil
    }
  }
}
