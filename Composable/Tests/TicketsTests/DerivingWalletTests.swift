import ComposableCore
import ComposableTesting
import Testing
import Tickets

@Suite struct DerivingWalletTests {
  private let panel = Panel()

  @Test func `derived at the root, the light follows changes by the parent`() {
    let store = testStore(Wallet.State(ticket: Ticket.State(id: 7)))

    store.send(.ticket(.presented(.onAppear))) { $0.ticket?.isShown = true }
    store.send(.screenLocked) { $0.ticket?.isShown = false }
    store.send(.screenUnlocked) { $0.ticket?.isShown = true }
    store.send(.ticketClosed) { $0.ticket = nil }

    #expect(panel.calls == [.setToMaximum, .reset, .setToMaximum, .reset])
  }

  @Test func `derived at the root, the light does not follow the initial state`() {
    let store = testStore(Wallet.State(ticket: Ticket.State(id: 7, isShown: true)))

    store.send(.screenUnlocked)

    #expect(panel.calls == [])
  }

  @Test func `after the root derives again, the light follows restored state`() {
    let executor = SteppedExecutor()
    let store = Store(
      initialState: Wallet.State(ticket: Ticket.State(id: 7, isShown: true)),
      executor: executor
    ) {
      DerivingWallet()
    } withDependencies: {
      $0.brightness = BrightnessClient(panel)
    }

    executor.perform {
      store.rederive()
      #expect(panel.calls == [.setToMaximum])

      store.send(.screenLocked)
      #expect(panel.calls == [.setToMaximum, .reset])
    }
  }

  private func testStore(_ state: Wallet.State) -> WalletTestStore {
    TestStore(initialState: state) {
      DerivingWallet()
    } withDependencies: {
      $0.brightness = BrightnessClient(panel)
    }
  }
}
