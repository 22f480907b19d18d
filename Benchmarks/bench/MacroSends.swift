import Composable
import ComposableMacros
import EventLoop

/// The cost of code written by macros, compared with code written by hand.
@Sendable func macros(_ loop: EventLoop) -> [Figure] { [macroSends(loop), macroClients()] }

/// A send to a presented screen.
private func macroSends(_ loop: EventLoop) -> Figure {
  let byHand = Store(initialState: Shop.State(screen: .cart(Cart.State())), executor: loop) { Shop() }
  let byMacros = Store(initialState: MacroShop.State(screen: .cart(Cart.State())), executor: loop) { MacroShop() }
  let figure = compare(
    "macro_send_ns",
    byHand: { _ = byHand.send(.screen(.presented(.cart(.added)))) },
    byMacros: { _ = byMacros.send(.screen(.presented(.cart(.added)))) }
  )
  consume(byHand.state)
  consume(byMacros.state)
  return figure
}

/// The two forms alternate.
func compare(_ name: String, byHand: () -> Void, byMacros: () -> Void) -> Figure {
  var costs: (hand: [Double], macros: [Double]) = ([], [])
  for _ in 0..<15 {
    costs.hand.append(nanosecondsEach(of: 20_000) { _ in byHand() })
    costs.macros.append(nanosecondsEach(of: 20_000) { _ in byMacros() })
  }
  let hand = quantile(0.5, of: costs.hand)
  // No more than what two runs of the same code differ by.
  return Figure(name: name, value: quantile(0.5, of: costs.macros), limit: .atMost(1.15 * hand), floor: hand)
}

private struct Cart: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
  }

  enum Action: Equatable, Sendable {
    case added
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count += 1
    return .none
  }
}

@Reducer
private enum MacroScreen {
  case cart(Cart)
  case saved(Cart)
}

private struct MacroShop: Reducer {
  struct State: Sendable {
    @PresentationState var screen: MacroScreen.State?
  }

  @CasePathable
  enum Action: Sendable {
    case screen(PresentationAction<MacroScreen.Action>)
    case closed
  }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .ifLet(\.$screen, action: \.screen)
  }
}

private struct HandScreen: Reducer {
  enum State: Sendable {
    case cart(Cart.State)
    case saved(Cart.State)
  }

  enum Action: Sendable {
    case cart(Cart.Action)
    case saved(Cart.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(
      state: CasePath(embed: State.cart, extract: { if case .cart(let cart) = $0 { cart } else { nil } }),
      action: CasePath(embed: Action.cart, extract: { if case .cart(let action) = $0 { action } else { nil } })
    ) {
      Cart()
    }
    Scope(
      state: CasePath(embed: State.saved, extract: { if case .saved(let saved) = $0 { saved } else { nil } }),
      action: CasePath(embed: Action.saved, extract: { if case .saved(let action) = $0 { action } else { nil } })
    ) {
      Cart()
    }
  }
}

private struct Shop: Reducer {
  struct State: Sendable {
    @PresentationState var screen: HandScreen.State?
  }

  enum Action: Sendable {
    case screen(PresentationAction<HandScreen.Action>)
    case closed
  }

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
      .ifLet(
        \.$screen,
        action: CasePath(embed: Action.screen, extract: { if case .screen(let action) = $0 { action } else { nil } })
      ) {
        HandScreen()
      }
  }
}
