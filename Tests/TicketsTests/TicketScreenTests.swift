import Composable
import ComposableTesting
import Testing
import Tickets

@Suite struct TicketScreenTests {
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
