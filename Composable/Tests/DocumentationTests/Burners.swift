import Composable

struct Burner: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var countdown = Countdown.State(seconds: 60)
  }

  enum Action: Equatable, Sendable {
    case countdown(Countdown.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.countdown, action: .countdown) { Countdown() }
  }
}

extension CasePath where Root == Burner.Action {
  static var countdown: CasePath<Root, Countdown.Action> {
    .init(embed: Root.countdown) { if case .countdown(let action) = $0 { action } else { nil } }
  }
}

struct Stove: Reducer {
  struct State: Equatable, Sendable {
    var burners: IdentifiedArrayOf<Burner.State> = []
  }

  enum Action: Equatable, Sendable {
    case burnerRemoved(id: Int)
    case burners(IdentifiedActionOf<Burner>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .burnerRemoved(let id) = action { state.burners.remove(id: id) }
      return .none
    }
    .forEach(\.burners, action: .burners) { Burner() }
  }
}

extension CasePath where Root == Stove.Action {
  static var burners: CasePath<Root, IdentifiedActionOf<Burner>> {
    .init(embed: Root.burners) { if case .burners(let action) = $0 { action } else { nil } }
  }
}
