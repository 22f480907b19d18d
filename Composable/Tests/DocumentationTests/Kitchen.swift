import Composable

struct Kitchen: Reducer {
  struct State: Equatable, Sendable {
    @PresentationState var countdown: Countdown.State?
  }

  enum Action: Equatable, Sendable {
    case eggsTapped
    case countdown(PresentationAction<Countdown.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .eggsTapped: state.countdown = Countdown.State(seconds: 300)
      case .countdown(.presented(.ticked)) where state.countdown?.seconds == 0: state.countdown = nil
      case .countdown: break
      }
      return .none
    }
    .ifLet(\.$countdown, action: .countdown) { Countdown() }
  }
}

extension CasePath where Root == Kitchen.Action {
  static var countdown: CasePath<Root, PresentationAction<Countdown.Action>> {
    .init(embed: Root.countdown) { if case .countdown(let action) = $0 { action } else { nil } }
  }
}
