import ComposableCore
import ComposableTesting
import Testing
import Tickets

@Suite struct HoldingTicketTests {
  private let panel = Panel()

  @Test(
    arguments: [
      (Wallet.Action.ticket(.presented(.onDisappear)), Ticket.State(id: 7)),
      (.ticketClosed, nil),
      (.ticket(.dismiss), nil),
      (.ticketTapped(id: 8), Ticket.State(id: 8)),
    ] as [(Wallet.Action, Ticket.State?)]
  )
  func `the light is restored once when the ticket disappears, is closed, is dismissed or is replaced`(
    ending: Wallet.Action,
    left: Ticket.State?
  ) {
    let store = shownTicket()

    store.send(ending) { $0.ticket = left }

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light is already restored when onDisappear is sent too late`() {
    let issues = withIssues {
      let store = shownTicket()
      store.send(.ticketClosed) { $0.ticket = nil }
      store.send(.ticket(.presented(.onDisappear)))
    }

    #expect(panel.calls == [.setToMaximum, .reset])
    #expect(issues.count == 1)
  }

  @Test func `the light is restored once when the ticket dismisses itself`() {
    let store = shownTicket()

    store.send(.ticket(.presented(.closeTapped)))
    store.receive(.ticket(.dismiss)) { $0.ticket = nil }

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light is restored once when the hold is cancelled by its id`() {
    let store = shownTicket()

    store.send(.batteryRanLow)
    store.send(.ticket(.presented(.onDisappear))) { $0.ticket?.isShown = false }

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light is restored once when the send that started it is cancelled`() {
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: HoldingTicket(), on: panel)

    let task = store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    task.cancel()
    task.cancel()

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `a ticket that appears twice holds once`() {
    let store = shownTicket()

    store.send(.ticket(.presented(.onAppear)))
    #expect(panel.calls == [.setToMaximum])

    store.send(.ticket(.presented(.onDisappear))) { $0.ticket?.isShown = false }
    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `a ticket that appears again after it disappeared holds again`() {
    let store = shownTicket()

    store.send(.ticket(.presented(.onDisappear))) { $0.ticket?.isShown = false }
    store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    #expect(panel.calls == [.setToMaximum, .reset, .setToMaximum])

    store.send(.ticketClosed) { $0.ticket = nil }
    #expect(panel.calls == [.setToMaximum, .reset, .setToMaximum, .reset])
  }

  @Test func `a ticket that disappears without having appeared releases nothing`() {
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: HoldingTicket(), on: panel)

    store.send(.ticket(.presented(.onDisappear)))

    #expect(panel.calls == [])
  }

  @Test func `a shown ticket at the end of a test is an issue, since its effect still runs`() {
    let issues = withIssues { _ = shownTicket() }

    #expect(panel.calls == [.setToMaximum, .reset])
    #expect(issues.count == 1)
  }

  private func shownTicket() -> WalletTestStore {
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: HoldingTicket(), on: panel)
    store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    return store
  }
}
