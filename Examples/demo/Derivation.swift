import Composable
import Tickets

extension Stage {
  /// The light as a consequence of the state: what a ticket sees, and what only the root sees.
  func playDerivation() {
    title("4. The light derived from the state, by the ticket itself.")
    let ticket = Scene(Wallet(of: DerivingTicket()), on: loop)
    ticket.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    ticket.show("wallet: screenLocked", .screenLocked)
    print("\n   The same, derived at the root.\n")
    let root = Scene(DerivingWallet(), on: loop)
    root.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    root.show("wallet: screenLocked", .screenLocked)
    print("\n   At the root again, with state that was there from the start.\n")
    let restored = Scene(DerivingWallet(), on: loop, Wallet.State(ticket: Ticket.State(id: 7, isShown: true)))
    restored.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    restored.rederive()
    conclude(
      "A ticket misses what its parent changes. The root misses only what was restored, until it derives again.",
      ticket.panel.calls == [.setToMaximum] && root.panel.calls == [.setToMaximum, .reset]
        && restored.panel.calls == [.setToMaximum]
    )
  }

  /// What is left to do when nobody can be asked any more.
  func playTheEndOfTheStore() {
    title("5. The live panel, and an end without a goodbye: the store is dropped.")
    let scene = Scene(Wallet(of: HoldingTicket()), on: loop, panel: .main)
    scene.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    let level = scene.panel.level
    let count = scene.panel.calls.count
    scene.end()
    scene.show("(the last reference goes)", since: count)
    conclude(
      "The panel was at \(level) % and is at \(scene.panel.level) %, before the next line of the program ran.",
      level == 100 && scene.panel.calls == [.setToMaximum, .reset]
    )
  }
}
