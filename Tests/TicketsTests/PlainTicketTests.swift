import Composable
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

  @Test func `the light stays on when the parent has closed the ticket before it disappears`() {
    let panel = Panel()

    let issues = withIssues { closeBeforeDisappearing(panel) }

    #expect(panel.calls == [.setToMaximum])
    #expect(panel.level == 100)
    #expect(issues.count == 1)
  }

  @Test func `onDisappear for a removed ticket is an issue with three usual reasons`() throws {
    let issues = withIssues { closeBeforeDisappearing(Panel()) }

    let issue = try #require(issues.first)
    let lines = issue.message.split(separator: "\n")
    #expect(issue.location.fileID == "Tickets/Wallet.swift")
    #expect(lines.first?.hasSuffix("was given a child's action while its child's state was absent.") == true)
    #expect(lines.dropFirst().first == "  action: .ticket(.presented(.onDisappear))")
    #expect(lines.filter { $0.hasPrefix("* ") }.count == 3)
  }

  private func closeBeforeDisappearing(_ panel: Panel) {
    let store = wallet(Wallet.State(ticket: Ticket.State(id: 7)), of: PlainTicket(), on: panel)
    store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    store.send(.ticketClosed) { $0.ticket = nil }
    store.send(.ticket(.presented(.onDisappear)))
  }
}
