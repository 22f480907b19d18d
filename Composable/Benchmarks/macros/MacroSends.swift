import Composable

/// A send to a presented screen.
func macroSends(_ executor: some SerialExecutor & TaskExecutor) -> Figure {
  let byHand = Store(initialState: Shop.State(screen: .cart(Cart.State())), executor: executor) { Shop() }
  let byMacros = Store(initialState: MacroShop.State(screen: .cart(Cart.State())), executor: executor) { MacroShop() }
  let figure = compare(
    "a send to a presented screen",
    byHand: { _ = byHand.send(.screen(.presented(.cart(.added)))) },
    byMacros: { _ = byMacros.send(.screen(.presented(.cart(.added)))) }
  )
  consume(byHand.state)
  consume(byMacros.state)
  return figure
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
