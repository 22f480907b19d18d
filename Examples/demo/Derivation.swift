import ComposableCore
import Tickets

extension DemoRun {
  /// The light derived from the state, whoever changes that.
  func runDerivation() {
    title("5. The ticket derives the light from its state.")
    let ticket = DemoStore(Wallet(of: DerivingTicket()), on: loop)
    ticket.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    ticket.show("wallet: screenLocked", .screenLocked)
    ticket.show("wallet: screenUnlocked", .screenUnlocked)
    print("\n   The same, with a restored initial state.\n")
    let restored = DemoStore(
      Wallet(of: DerivingTicket()),
      on: loop,
      Wallet.State(ticket: Ticket.State(id: 7, isShown: true))
    )
    restored.show("(the store is made)", since: 0)
    conclude(
      "The ticket follows its own changes, those by its parent, and restored state.",
      ticket.panel.calls == [.setToMaximum, .reset, .setToMaximum] && restored.panel.calls == [.setToMaximum]
    )
  }

  /// The end of the store itself, after which no action can be sent.
  func runEndOfTheStore() {
    title("6. The live panel, and a store that is dropped while a ticket is shown.")
    let store = DemoStore(Wallet(of: HoldingTicket()), on: loop, panel: .main)
    store.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    let level = store.panel.level
    let count = store.panel.calls.count
    store.end()
    store.show("(the last reference is dropped)", since: count)
    conclude(
      "The panel was at \(level) % and is at \(store.panel.level) % before the next line of the program runs.",
      level == 100 && store.panel.calls == [.setToMaximum, .reset]
    )
  }
}
