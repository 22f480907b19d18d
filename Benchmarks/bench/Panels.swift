import ComposableCore

/// A list of panels, each with an optional hold.
struct Panels: Reducer {
  struct State: Sendable {
    var panels: IdentifiedArrayOf<Panel.State>

    init(count: Int) {
      panels = IdentifiedArray(uniqueElements: (0..<count).map { Panel.State(id: $0) })
    }
  }

  enum Action: Sendable {
    case panels(IdentifiedAction<Int, Panel.Action>)
  }

  let released: Tally

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .forEach(\.panels, action: .panels) { Panel(released: released) }
  }
}

/// An element of the list.
struct Panel: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var level = 0
  }

  enum Action: Sendable {
    case levelChanged(Int)
    case appeared
  }

  let released: Tally

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .levelChanged(let level):
        state.level = level
        return .none
      case .appeared:
        return .hold(acquire: {}, release: { released.add() })
      }
    }
  }
}

extension CasePath where Root == Panels.Action {
  static var panels: CasePath<Root, IdentifiedAction<Int, Panel.Action>> {
    .init(embed: Root.panels) { if case .panels(let action) = $0 { action } else { nil } }
  }
}
