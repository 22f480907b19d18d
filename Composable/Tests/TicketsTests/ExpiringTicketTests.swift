import ComposableCore
import ComposableTesting
import Testing
import Tickets

@Suite struct ExpiringTicketTests {
  private let panel = Panel()

  @Test func `the light is restored once when its time is up`() {
    let store = shownTicket()

    store.clock.advance(by: .seconds(59))
    #expect(panel.calls == [.setToMaximum])

    store.clock.advance(by: .seconds(1))
    #expect(panel.calls == [.setToMaximum, .reset])

    store.send(.ticketClosed) { $0.ticket = nil }
    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light is restored once when the ticket is closed in time, and the clock has no sleepers`() {
    let store = shownTicket()

    store.clock.advance(by: .seconds(59))
    store.send(.ticketClosed) { $0.ticket = nil }

    #expect(panel.calls == [.setToMaximum, .reset])
    #expect(store.clock.sleepers == 0)
  }

  private func shownTicket() -> WalletTestStore {
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: ExpiringTicket(), on: panel)
    store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    return store
  }
}
