import ComposableCore
import ComposableTesting
import Testing
import Tickets

@Suite struct DerivingTicketTests {
  private let panel = Panel()

  @Test func `the light follows changes by the ticket itself`() {
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: DerivingTicket(), on: panel)

    store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    store.send(.ticket(.presented(.onAppear)))
    store.send(.ticket(.presented(.onDisappear))) { $0.ticket?.isShown = false }

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light follows changes by the parent`() {
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: DerivingTicket(), on: panel)

    store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    store.send(.screenLocked) { $0.ticket?.isShown = false }
    store.send(.screenUnlocked) { $0.ticket?.isShown = true }
    store.send(.ticketClosed) { $0.ticket = nil }

    #expect(panel.calls == [.setToMaximum, .reset, .setToMaximum, .reset])
  }

  @Test func `the light follows the initial state`() {
    let state = Wallet.State(ticket: Ticket.State(id: 7, isShown: true))
    let store = wallet(state, of: DerivingTicket(), on: panel)
    #expect(panel.calls == [.setToMaximum])

    store.send(.ticketClosed) { $0.ticket = nil }

    #expect(panel.calls == [.setToMaximum, .reset])
  }
}
