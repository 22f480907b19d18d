import Composable
import ComposableTesting
import Synchronization
import Testing

@Suite struct MountedTicketTests {
  @Test func `the light is at its maximum for as long as a ticket is there`() {
    let panel = Dial()
    let store = TestStore(initialState: TicketBox.State()) {
      TicketBox(brightness: Brightness(setToMaximum: { panel.turn(to: 100) }, reset: { panel.turn(to: 40) }))
    }

    store.send(.opened(7)) { $0.ticket = MountedTicket.State(id: 7) }
    #expect(panel.levels == [100])
    store.send(.opened(8)) { $0.ticket = MountedTicket.State(id: 8) }
    #expect(panel.levels == [100, 40, 100])
    store.send(.closed) { $0.ticket = nil }

    #expect(panel.levels == [100, 40, 100, 40])
  }
}

private struct Brightness: Sendable {
  let setToMaximum: @Sendable () -> Void
  let reset: @Sendable () -> Void
}

private struct MountedTicket: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
  }

  let brightness: Brightness

  var body: some Reducer<State, Never> {
    EmptyReducer<State, Never>()
      .onMount { _ in .hold(acquire: brightness.setToMaximum, release: brightness.reset) }
  }
}

private struct TicketBox: Reducer {
  struct State: Equatable, Sendable {
    @PresentationState var ticket: MountedTicket.State?
  }

  enum Action: Sendable {
    case opened(Int), closed
    case ticket(PresentationAction<Never>)
  }

  let brightness: Brightness

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .opened(let id): state.ticket = MountedTicket.State(id: id)
      case .closed: state.ticket = nil
      case .ticket: break
      }
      return .none
    }
    .ifLet(
      \.$ticket,
      action: CasePath(embed: Action.ticket) { if case .ticket(let action) = $0 { action } else { nil } }
    ) {
      MountedTicket(brightness: brightness)
    }
  }
}

/// Notes the levels that it is turned to.
private final class Dial: Sendable {
  private let noted = Mutex<[Int]>([])

  var levels: [Int] { noted.withLock { $0 } }

  func turn(to level: Int) {
    noted.withLock { $0.append(level) }
  }
}
