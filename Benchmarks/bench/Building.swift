import ComposableCore

/// Three nested scopes around a list: a building, its floor, the floor's room, the room's panels.
struct Building: Reducer {
  struct State: Sendable {
    var name = "house"
    var floor = Floor.State()
  }

  enum Action: Sendable {
    case floor(Floor.Action)
    case renamed(String)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.floor, action: .floor) { Floor() }
    Reduce { state, action in
      if case .renamed(let name) = action { state.name = name }
      return .none
    }
  }
}

struct Floor: Reducer {
  struct State: Sendable {
    var number = 0
    var room = Room.State()
  }

  enum Action: Sendable {
    case room(Room.Action)
    case numbered(Int)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.room, action: .room) { Room() }
    Reduce { state, action in
      if case .numbered(let number) = action { state.number = number }
      return .none
    }
  }
}

struct Room: Reducer {
  struct State: Sendable {
    var isOpen = false
    var panels = Panels.State(count: 1_000)
  }

  enum Action: Sendable {
    case panels(Panels.Action)
    case opened
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.panels, action: .panels) { Panels(released: Tally()) }
    Reduce { state, action in
      if case .opened = action { state.isOpen = true }
      return .none
    }
  }
}

extension CasePath where Root == Building.Action {
  static var floor: CasePath<Root, Floor.Action> {
    .init(embed: Root.floor) { if case .floor(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Floor.Action {
  static var room: CasePath<Root, Room.Action> {
    .init(embed: Root.room) { if case .room(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Room.Action {
  static var panels: CasePath<Root, Panels.Action> {
    .init(embed: Root.panels) { if case .panels(let action) = $0 { action } else { nil } }
  }
}
