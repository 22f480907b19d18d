import ComposableCore
import ComposableTesting
import Testing

@Suite struct WrappingReducerTests {
  private let holds = HoldLedger()

  @Test func `what a child holds below an operator is released when the child goes`() {
    let store = SteppedStore<Porch.State, Porch.Action>(Porch.State()) { Porch(holds: holds).counted() }

    store.send(.opened)
    store.send(.lamp(.presented(.lit)))
    store.send(.closed)

    #expect(holds.history == ["+ lamp", "- lamp"])
    #expect(store.state.actions == 3)
  }

  @Test func `an operator's own effect lives beside those of the wrapped reducer`() {
    let store = TestStore(initialState: Porch.State()) { Porch(holds: holds).announced() }

    store.send(.opened) { $0.lamp = Porch.Lamp.State() }
    store.receive(.announced)
    store.send(.lamp(.presented(.lit)))
    store.receive(.announced)
    store.send(.closed) { $0.lamp = nil }
    store.receive(.announced)
    #expect(holds.living == [])
  }

  @Test func `an operator that begins and ends an effect by the state leaves nothing behind`() {
    let store = SteppedStore<Porch.State, Porch.Action>(Porch.State()) { Porch(holds: holds).lit(holds) }

    store.send(.opened)
    store.send(.greeted)
    store.send(.closed)

    #expect(holds.history == ["+ porch", "- porch"])
    #expect(store.traces == .none)
  }

  @Test func `a reducer with children that is called by hand is an issue where the child's effect was written`() {
    let issues = withIssues {
      let store = SteppedStore<Porch.State, Porch.Action>(Porch.State()) { [porch = Porch(holds: holds)] in
        Reduce { state, action in porch.reduce(into: &state, action: action) }
      }
      store.send(.opened)
      store.send(.lamp(.presented(.lit)))
      store.send(.closed)
      #expect(holds.history == ["+ lamp"])
    }

    let message = issues.first?.message ?? ""
    #expect(issues.count == 1)
    #expect(
      message.hasPrefix(
        "'Porch.reduce(into:action:)' was called by hand, and '.lamp(.presented(.lit))' began an effect of a child."
      )
    )
    #expect(issues.first?.location.fileID == "ComposableTests/HoldLedger.swift")
  }

  @Test func `a reducer that is called by hand is no issue as long as no child begins an effect`() {
    let issues = withIssues {
      var state = Porch.State()
      for action in [Porch.Action.opened, .greeted, .closed] {
        _ = Porch(holds: holds).reduce(into: &state, action: action)
      }
    }

    #expect(issues.isEmpty)
  }
}

extension Reducer where State == Porch.State, Action == Porch.Action {
  fileprivate func counted() -> Reduce<State, Action> {
    Reduce(wrapping: self) { state, action, reduce in
      defer { state.actions += 1 }
      return reduce(&state, action)
    }
  }

  /// Holds while there is a lamp.
  fileprivate func lit(_ holds: HoldLedger) -> Reduce<State, Action> {
    Reduce(wrapping: self) { state, action, reduce in
      let wasLit = state.lamp != nil
      let effect = reduce(&state, action)
      if wasLit == (state.lamp != nil) { return effect }
      return .merge(effect, wasLit ? .cancel(id: "porch") : holds.hold("porch").cancellable(id: "porch"))
    }
  }

  fileprivate func announced() -> Reduce<State, Action> {
    Reduce(wrapping: self) { state, action, reduce in
      let effect = reduce(&state, action)
      return action == .announced ? effect : .merge(effect, .send(.announced))
    }
  }
}

/// Has a lamp while it is open, which a child holds.
private struct Porch: Reducer {
  struct State: Equatable, Sendable {
    @PresentationState var lamp: Lamp.State?
    var actions = 0
  }

  enum Action: Equatable, Sendable {
    case opened, closed, greeted, announced
    case lamp(PresentationAction<Lamp.Action>)
  }

  struct Lamp: Reducer {
    struct State: Equatable, Sendable {}
    enum Action: Equatable, Sendable { case lit }

    let holds: HoldLedger

    func reduce(into state: inout State, action: Action) -> Effect<Action> { holds.hold("lamp") }
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .opened: state.lamp = Lamp.State()
      case .closed: state.lamp = nil
      // Work of the parent's own, which no child began.
      case .greeted: return .run { _ in }
      case .announced, .lamp: break
      }
      return .none
    }
    .ifLet(\.$lamp, action: CasePath(embed: Action.lamp) { if case .lamp(let action) = $0 { action } else { nil } }) {
      Lamp(holds: holds)
    }
  }
}
