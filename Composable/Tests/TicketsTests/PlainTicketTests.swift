import ComposableCore
import ComposableTesting
import Testing
import Tickets

@Suite struct PlainTicketTests {
  @Test func `two plain calls are enough while the ticket itself gets onDisappear`() {
    let panel = Panel()
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: PlainTicket(), on: panel)

    store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    store.send(.ticket(.presented(.onDisappear))) { $0.ticket?.isShown = false }

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light stays on when the parent has closed the ticket before it disappears, which is an issue`() {
    let panel = Panel()

    let issues = withIssues {
      let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: PlainTicket(), on: panel)
      store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
      store.send(.ticketClosed) { $0.ticket = nil }
      store.send(.ticket(.presented(.onDisappear)))
    }

    #expect(panel.calls == [.setToMaximum])
    #expect(panel.level == 100)
    #expect(issues.map(\.location.fileID) == ["Tickets/Wallet.swift"])
  }

  @Test func `a call outside the store works, and an exhaustive test store does not notice it`() {
    let panel = Panel()
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: Ticket(), on: panel)
    let screen = withDependencies {
      $0.brightness = BrightnessClient(panel)
    } operation: {
      TicketScreen()
    }

    let issues = withIssues {
      screen.appear()
      store.send(.ticketClosed) { $0.ticket = nil }
      store.finish()
    }

    #expect(panel.calls == [.setToMaximum])
    #expect(issues == [])
  }
}
