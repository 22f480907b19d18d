import ComposableCore
import ComposableTesting
import Testing
import Tickets

@Suite struct StreamingTicketTests {
  private let panel = Panel()

  @Test(arguments: [
    Wallet.Action.ticketClosed, .ticket(.dismiss), .ticketTapped(id: 8), .batteryRanLow,
    .ticket(.presented(.onDisappear)),
  ])
  func `after the task began, the light is reset once, in the turn that ends the effect`(ending: Wallet.Action) {
    let executor = SteppedExecutor()
    let store = makeStore(on: executor)
    executor.perform { _ = store.send(.ticket(.presented(.onAppear))) }
    executor.drain()
    #expect(panel.calls == [.setToMaximum])

    executor.perform { _ = store.send(ending) }

    #expect(panel.calls == [.setToMaximum, .reset])
    executor.drain()
    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `after the task began, the end of the store resets the light`() {
    let executor = SteppedExecutor()
    var store: Store? = makeStore(on: executor)
    executor.perform { _ = store?.send(.ticket(.presented(.onAppear))) }
    executor.drain()

    executor.perform { store = nil }

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `before the task began, the light is set and reset when the task runs, and not in the turn`() {
    let executor = SteppedExecutor()
    let store = makeStore(on: executor)

    executor.perform {
      _ = store.send(.ticket(.presented(.onAppear)))
      _ = store.send(.ticketClosed)
    }
    #expect(panel.calls == [])

    executor.drain()
    #expect(panel.calls == [.setToMaximum, .reset])
  }

  private func makeStore(on executor: SteppedExecutor) -> Store<Wallet.State, Wallet.Action> {
    liveWallet(Wallet.State(ticket: Ticket.State(id: 7)), of: StreamingTicket(), on: panel, executor)
  }
}
