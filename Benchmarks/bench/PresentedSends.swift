import BrightnessEventLoop
import ComposableCore

/// The cost of a send to a presented child, compared with one to an element, both below two scopes.
@Sendable func presentedSends(_ loop: EventLoop) async -> [Figure] {
  let store = Store(initialState: House.State(), executor: loop) { House() }
  let (sheet, row) = await byTurns {
    nanosecondsEach(of: 20_000) { round in store.send(.hall(.cabinet(.sheet(.presented(.set(round)))))) }
  } floor: {
    nanosecondsEach(of: 20_000) { round in store.send(.hall(.cabinet(.rows(.element(id: 7, action: .set(round)))))) }
  }
  consume(store.state)
  return [
    Figure(name: "row_send_ns", value: row),
    Figure(name: "presented_send_ns", value: sheet, floor: row),
    // 1.93 to 2.22 was seen; before presence was a mark of the node, 3.3 to 3.7.
    Figure(name: "presented_over_row_ratio", value: sheet / row, limit: .atMost(2.6)),
  ]
}

/// Two scopes around a cabinet, which has rows and presents a sheet.
private struct House: Reducer {
  struct State: Sendable {
    var hall = Hall.State()
  }

  enum Action: Sendable {
    case hall(Hall.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(
      state: \.hall,
      action: CasePath(embed: Action.hall) { if case .hall(let action) = $0 { action } else { nil } }
    ) {
      Hall()
    }
  }
}

private struct Hall: Reducer {
  struct State: Sendable {
    var cabinet = Cabinet.State()
  }

  enum Action: Sendable {
    case cabinet(Cabinet.Action)
    case entered
  }

  var body: some Reducer<State, Action> {
    Scope(
      state: \.cabinet,
      action: CasePath(embed: Action.cabinet) { if case .cabinet(let action) = $0 { action } else { nil } }
    ) {
      Cabinet()
    }
  }
}

private struct Cabinet: Reducer {
  struct State: Sendable {
    var rows: IdentifiedArrayOf<Drawer.State> = []
    @PresentationState var sheet: Drawer.State?

    init() {
      rows = IdentifiedArray(uniqueElements: (0..<10).map { Drawer.State(id: $0) })
      sheet = Drawer.State(id: 0)
    }
  }

  enum Action: Sendable {
    case rows(IdentifiedActionOf<Drawer>)
    case sheet(PresentationAction<Drawer.Action>)
    case opened
  }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .forEach(\.rows, action: CasePath(embed: Action.rows) { if case .rows(let action) = $0 { action } else { nil } })
    {
      Drawer()
    }
      .ifLet(
        \.$sheet,
        action: CasePath(embed: Action.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
      ) {
        Drawer()
      }
  }
}

private struct Drawer: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var count = 0
  }

  enum Action: Sendable {
    case set(Int)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .set(let count): state.count = count
      }
      return .none
    }
  }
}
