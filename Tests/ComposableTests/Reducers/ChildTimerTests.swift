import Composable
import ComposableTesting
import Testing

@Suite struct ChildTimerTests {
  @Test func `a child's timer stops when the parent takes the child away`() {
    let store = TestStore(initialState: Hall.State(lamp: Lamp.State(id: 1))) { Hall() }

    store.send(.lamp(.started))
    store.clock.advance(by: .seconds(1))
    store.receive(.lamp, .ticked) { $0.lamp?.ticks = 1 }
    store.send(.change(Change { $0.lamp = nil })) { $0.lamp = nil }
    store.clock.advance(by: .seconds(5))
  }

  @Test func `a grandchild's timer stops when its parent goes`() {
    let store = TestStore(initialState: Hall.State(parent: Hall.ParentFeature(lamp: Lamp.State(id: 1)))) { Hall() }

    store.send(.parent(.lamp(.started)))
    store.clock.advance(by: .seconds(1))
    store.receive(.parent.lamp, .ticked) { $0.parent?.lamp?.ticks = 1 }
    store.send(.change(Change { $0.parent = nil })) { $0.parent = nil }
    store.clock.advance(by: .seconds(5))
  }

  @Test func `a grandchild's timer stops when the grandchild goes`() {
    let store = TestStore(initialState: Hall.State(parent: Hall.ParentFeature(lamp: Lamp.State(id: 1)))) { Hall() }

    store.send(.parent(.lamp(.started)))
    store.send(.change(Change { $0.parent?.lamp = nil })) { $0.parent?.lamp = nil }
    store.clock.advance(by: .seconds(5))
  }

  @Test func `a case's timer stops when a sibling case becomes current`() {
    let store = TestStore(initialState: Hall.State(screen: .day(Lamp.State(id: 1)))) { Hall() }

    store.send(.day(.started))
    store.clock.advance(by: .seconds(1))
    store.receive(.day, .ticked) { $0.screen = .day(Lamp.State(id: 1, ticks: 1)) }
    store.send(.change(Change { $0.screen = .night(Lamp.State(id: 1)) })) {
      $0.screen = .night(Lamp.State(id: 1))
    }
    store.send(.night(.started))
    store.clock.advance(by: .seconds(1))
    store.receive(.night, .ticked) { $0.screen = .night(Lamp.State(id: 1, ticks: 1)) }
    store.send(.change(Change { $0.screen = .dark })) { $0.screen = .dark }
  }

  @Test func `a child that is replaced by another identity does not hear of the former one's timer`() {
    let store = TestStore(initialState: Hall.State(lamp: Lamp.State(id: 1))) { Hall() }

    store.send(.lamp(.started))
    store.send(.change(Change { $0.lamp = Lamp.State(id: 2) })) { $0.lamp = Lamp.State(id: 2) }
    store.clock.advance(by: .seconds(1))
    store.send(.lamp(.started))
    store.clock.advance(by: .seconds(1))
    store.receive(.lamp, .ticked) { $0.lamp?.ticks = 1 }
    store.send(.change(Change { $0.lamp = nil })) { $0.lamp = nil }
  }

  @Test func `an element's action changes that element alone, and its response comes back to it`() {
    let store = TestStore(initialState: Hall.State(lamps: [Lamp.State(id: 1), Lamp.State(id: 2)])) { Hall() }

    store.send(.lamps(.element(id: 2, action: .ticked))) { $0.lamps[id: 2]?.ticks = 1 }
    store.send(.lamps(.element(id: 1, action: .asked)))
    store.receive(.lamps[id: 1], .ticked) { $0.lamps[id: 1]?.ticks = 1 }
    store.send(.change(Change { $0.lamps.append(Lamp.State(id: 3)) })) { $0.lamps.append(Lamp.State(id: 3)) }
  }

  @Test func `each element's timer ticks for itself, and stops with the element`() {
    let store = TestStore(
      initialState: Hall.State(lamps: [1, 2, 3].reduce(into: []) { $0.append(Lamp.State(id: $1)) })
    ) {
      Hall()
    }
    for id in 1...3 { store.send(.lamps(.element(id: id, action: .started))) }

    store.clock.advance(by: .seconds(1))
    for id in 1...3 { store.receive(.lamps[id: id], .ticked) { $0.lamps[id: id]?.ticks = 1 } }
    store.send(.change(Change { $0.lamps.removeLast() })) { $0.lamps.removeLast() }
    store.clock.advance(by: .seconds(1))
    for id in 1...2 { store.receive(.lamps[id: id], .ticked) { $0.lamps[id: id]?.ticks = 2 } }
    store.send(.change(Change { $0.lamps.removeAll() })) { $0.lamps.removeAll() }
    store.clock.advance(by: .seconds(5))
  }

  @Test func `an ephemeral child goes with its first action, unless its parent presents again`() {
    let store = TestStore(initialState: Hall.State(alert: Siren(id: 1))) { Hall() }

    store.send(.change(Change { $0.lamp = Lamp.State(id: 1) })) { $0.lamp = Lamp.State(id: 1) }
    store.send(.alert(.presented(.again))) { $0.alert = Siren(id: 2) }
    store.send(.alert(.presented(.confirmed))) { $0.alert = nil }
  }
}

/// A lamp that ticks every second.
private struct Lamp: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var ticks = 0
  }

  enum Action: Equatable, Sendable {
    case started
    case asked
    case ticked
  }

  @Dependency(\.clock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .started:
      return .run { [clock] send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
    case .asked: return .run { send in await send(.ticked) }
    case .ticked: state.ticks += 1
    }
    return .none
  }
}

private struct Siren: EphemeralState, Equatable, Identifiable, Sendable {
  enum Action: Equatable, Sendable {
    case confirmed
    case again
  }

  let id: Int
}

private struct Hall: Reducer {
  struct State: Equatable, Sendable {
    var lamp: Lamp.State?
    var lamps: IdentifiedArrayOf<Lamp.State> = []
    var parent: ParentFeature?
    var screen = Screen.dark
    @PresentationState var alert: Siren?
  }

  struct ParentFeature: Equatable, Sendable {
    var lamp: Lamp.State?
  }

  enum Screen: Equatable, Sendable {
    case dark
    case day(Lamp.State)
    case night(Lamp.State)
  }

  enum RoomAction: Equatable, Sendable {
    case lamp(Lamp.Action)
  }

  enum Action: Sendable {
    case lamp(Lamp.Action)
    case lamps(IdentifiedActionOf<Lamp>)
    case parent(RoomAction)
    case day(Lamp.Action)
    case night(Lamp.Action)
    case alert(PresentationAction<Siren.Action>)
    case change(Change<State>)
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.screen, action: .identity) {
      EmptyReducer()
        .ifCaseLet(.day, action: .day) { Lamp() }
        .ifCaseLet(.night, action: .night) { Lamp() }
    }
    Reduce { state, action in
      if case .change(let change) = action { change.apply(&state) }
      if case .alert(.presented(.again)) = action { state.alert = Siren(id: 2) }
      return .none
    }
    .ifLet(\.lamp, action: .lamp) { Lamp() }
    .ifLet(\.parent, action: .parent) {
      EmptyReducer().ifLet(\.lamp, action: .lamp) { Lamp() }
    }
    .forEach(\.lamps, action: .lamps) { Lamp() }
    .ifLet(\.$alert, action: .alert) { EmptyReducer() }
  }
}

extension CasePath where Root == Hall.Action {
  fileprivate static var lamp: CasePath<Root, Lamp.Action> {
    .init(embed: Root.lamp) { if case .lamp(let action) = $0 { action } else { nil } }
  }
  fileprivate static var lamps: CasePath<Root, IdentifiedActionOf<Lamp>> {
    .init(embed: Root.lamps) { if case .lamps(let action) = $0 { action } else { nil } }
  }
  fileprivate static var parent: CasePath<Root, Hall.RoomAction> {
    .init(embed: Root.parent) { if case .parent(let action) = $0 { action } else { nil } }
  }
  fileprivate static var day: CasePath<Root, Lamp.Action> {
    .init(embed: Root.day) { if case .day(let action) = $0 { action } else { nil } }
  }
  fileprivate static var night: CasePath<Root, Lamp.Action> {
    .init(embed: Root.night) { if case .night(let action) = $0 { action } else { nil } }
  }
  fileprivate static var alert: CasePath<Root, PresentationAction<Siren.Action>> {
    .init(embed: Root.alert) { if case .alert(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Hall.RoomAction {
  fileprivate static var lamp: CasePath<Root, Lamp.Action> {
    .init(embed: Root.lamp) { if case .lamp(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Hall.Screen {
  fileprivate static var day: CasePath<Root, Lamp.State> {
    .init(embed: Root.day) { if case .day(let state) = $0 { state } else { nil } }
  }
  fileprivate static var night: CasePath<Root, Lamp.State> {
    .init(embed: Root.night) { if case .night(let state) = $0 { state } else { nil } }
  }
}
