import ComposableCore
import ComposableTesting
import Testing
import Tickets

@Suite struct HoldingTicketStackTests {
  private let panel = Panel()

  @Test func `the light is restored once when the ticket pops itself`() {
    let store = stack(ofShown: 1)

    store.send(.path(.element(id: 1, action: .closeTapped)))
    store.receive(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `two tickets hold twice, and each releases once when the stack is popped below them`() {
    let store = stack(ofShown: 0, 1)

    store.send(.path(.popFrom(id: 0))) { $0.path.removeAll() }

    #expect(panel.calls == [.setToMaximum, .setToMaximum, .reset, .reset])
  }

  @Test func `a ticket holds on while the one above it is popped`() {
    let store = stack(ofShown: 0)

    store.send(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    #expect(panel.calls == [.setToMaximum])

    store.send(.path(.popFrom(id: 0))) { $0.path.removeAll() }
    #expect(panel.calls == [.setToMaximum, .reset])
  }

  private func stack(ofShown ids: StackElementID...) -> WalletTestStore {
    let state = Wallet.State(path: [Ticket.State(id: 7), Ticket.State(id: 8)])
    let store = wallet(state, of: HoldingTicket(), on: panel)
    for id in ids {
      store.send(.path(.element(id: id, action: .onAppear))) { $0.path[id: id]?.isShown = true }
    }
    return store
  }
}
