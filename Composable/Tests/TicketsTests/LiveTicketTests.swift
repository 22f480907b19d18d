import ComposableCore
import ComposableTesting
import Testing
import Tickets

@Suite struct LiveTicketTests {
  private let panel = Panel()
  private let executor = SteppedExecutor()

  @Test func `the light is restored once when the store is dropped`() {
    var store: Store? = liveWallet(shown, of: HoldingTicket(), on: panel, executor)

    executor.perform {
      store?.send(.ticket(.presented(.onAppear)))
      store = nil
      #expect(panel.calls == [.setToMaximum, .reset])
    }

    executor.drain()
    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light is restored once when the store is dropped outside of its executor`() {
    var store: Store? = liveWallet(shown, of: HoldingTicket(), on: panel, executor)

    executor.perform { _ = store?.send(.ticket(.presented(.onAppear))) }
    store = nil
    #expect(panel.calls == [.setToMaximum])

    executor.drain()
    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light is held within the turn of onAppear, and restored within the turn that ends it`() {
    let store = liveWallet(shown, of: HoldingTicket(), on: panel, executor)

    executor.perform {
      store.send(.ticket(.presented(.onAppear)))
      #expect(panel.calls == [.setToMaximum])

      store.send(.ticketClosed)
      #expect(panel.calls == [.setToMaximum, .reset])
    }
  }

  @Test func `the light is restored once when the ticket is removed before the task of its hold began`() {
    let store = liveWallet(shown, of: ExpiringTicket(), on: panel, executor)

    executor.perform {
      store.send(.ticket(.presented(.onAppear)))
      store.send(.ticketClosed)
    }
    #expect(panel.calls == [.setToMaximum, .reset])

    executor.drain()
    #expect(panel.calls == [.setToMaximum, .reset])
  }

  @Test func `the light is restored once when the store is dropped before the task of its hold began`() {
    var store: Store? = liveWallet(shown, of: ExpiringTicket(), on: panel, executor)

    executor.perform {
      store?.send(.ticket(.presented(.onAppear)))
      store = nil
    }
    executor.drain()

    #expect(panel.calls == [.setToMaximum, .reset])
  }

  private var shown: Wallet.State { Wallet.State(ticket: Ticket.State(id: 7)) }
}
