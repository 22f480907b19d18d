import ComposableCore
import Tickets

extension DemoRun {
  /// The light derived from the state: changes that a ticket notices, and changes that only the
  /// root notices.
  func runDerivation() {
    title("5. The ticket itself derives the light from its state.")
    let ticket = DemoStore(Wallet(of: DerivingTicket()), on: loop)
    ticket.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    ticket.show("wallet: screenLocked", .screenLocked)
    print("\n   The root derives it.\n")
    let root = DemoStore(DerivingWallet(), on: loop)
    root.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    root.show("wallet: screenLocked", .screenLocked)
    print("\n   The root derives it, with a restored initial state.\n")
    let restored = DemoStore(DerivingWallet(), on: loop, Wallet.State(ticket: Ticket.State(id: 7, isShown: true)))
    restored.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    restored.rederive()
    conclude(
      "A ticket misses changes by its parent. The root misses only the initial state, until it derives again.",
      ticket.panel.calls == [.setToMaximum] && root.panel.calls == [.setToMaximum, .reset]
        && restored.panel.calls == [.setToMaximum]
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
