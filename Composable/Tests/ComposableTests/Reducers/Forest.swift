import ComposableCore

/// Elements with an optional child with elements, each of which can hold: for random walks.
struct Forest: Reducer {
  struct State: Sendable {
    var plots: IdentifiedArrayOf<Plot.State> = []
  }

  enum Action: Sendable {
    case edited(early: [ForestEdit], own: [ForestEdit], late: [ForestEdit])
    case plots(IdentifiedActionOf<Plot>, late: [ForestEdit])
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .edited(let edits, _, _) = action { state.apply(edits) }
      return .none
    }
    Reduce { state, action in
      if case .edited(_, let edits, _) = action { state.apply(edits) }
      return .none
    }
    .forEach(\.plots, action: .plots) { Plot(holds: holds) }
    Reduce { state, action in
      switch action {
      case .edited(_, _, let edits), .plots(_, let edits): state.apply(edits)
      }
      return .none
    }
  }
}

/// An element of a forest: it may have a panel.
struct Plot: Reducer {
  struct State: Identifiable, Sendable {
    let id: Int
    var panel: Panel.State?
  }

  enum Action: Sendable {
    case worked(ForestWork)
    case panel(Panel.Action)
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .worked(let work) = action else { return .none }
      for edit in work.edits { edit.apply(to: &state) }
      return work.effect(holds, [state.id])
    }
    .ifLet(\.panel, action: .panel) { Panel(holds: holds) }
  }
}

/// The child of a plot, with items; it knows its plot only by name.
struct Panel: Reducer {
  struct State: Identifiable, Sendable {
    let id: Int
    let plot: Int
    var items: IdentifiedArrayOf<Item.State> = []
  }

  enum Action: Sendable {
    case worked(ForestWork)
    case items(IdentifiedAction<Item.State.ID, ForestWork>)
  }

  struct Item: Reducer {
    struct State: Identifiable, Sendable {
      let id: Int
      let path: [Int]
    }

    let holds: HoldLedger

    func reduce(into state: inout State, action: ForestWork) -> Effect<ForestWork> {
      action.effect(holds, state.path)
    }
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .worked(let work) = action else { return .none }
      for edit in work.edits { edit.apply(to: &state) }
      return work.effect(holds, [state.plot, state.id])
    }
    .forEach(\.items, action: .items) { Item(holds: holds) }
  }
}

/// The work of one feature of a forest for one action.
struct ForestWork: Sendable {
  enum Kind: CaseIterable, Sendable {
    case hold, restart, cease, nothing
  }

  var kind: Kind
  var edits: [ForestEdit] = []

  func effect<Action>(_ holds: HoldLedger, _ path: [Int]) -> Effect<Action> {
    let name = path.map(String.init).joined(separator: "/")
    switch kind {
    case .hold: return holds.hold(name).cancellable(id: "hold")
    case .restart: return holds.hold(name).cancellable(id: "hold", cancelInFlight: true)
    case .cease: return .cancel(id: "hold")
    case .nothing: return .none
    }
  }
}

extension CasePath where Root == Forest.Action {
  static var plots: CasePath<Root, IdentifiedActionOf<Plot>> {
    .init(embed: { .plots($0, late: []) }) { if case .plots(let action, _) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Plot.Action {
  static var panel: CasePath<Root, Panel.Action> {
    .init(embed: Root.panel) { if case .panel(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Panel.Action {
  static var items: CasePath<Root, IdentifiedAction<Panel.Item.State.ID, ForestWork>> {
    .init(embed: Root.items) { if case .items(let action) = $0 { action } else { nil } }
  }
}
