import ComposableCore
import ComposableTesting
import Testing
import Tickets

typealias WalletTestStore = TestStore<Wallet.State, Wallet.Action>

/// A test store of a wallet, whose light is this panel.
func wallet(
  _ state: Wallet.State,
  of ticket: some Reducer<Ticket.State, Ticket.Action>,
  on panel: Panel
) -> WalletTestStore {
  TestStore(initialState: state) {
    Wallet(of: ticket)
  } withDependencies: {
    $0.brightness = BrightnessClient(panel)
  }
}

/// A store of a wallet, on an executor that the test steps.
func liveWallet(
  _ state: Wallet.State,
  of ticket: some Reducer<Ticket.State, Ticket.Action>,
  on panel: Panel,
  _ executor: SteppedExecutor
) -> Store<Wallet.State, Wallet.Action> {
  Store(initialState: state, executor: executor) {
    Wallet(of: ticket)
  } withDependencies: {
    $0.context = .test
    $0.brightness = BrightnessClient(panel)
    $0.clock = TestClock(executor: executor)
  }
}
