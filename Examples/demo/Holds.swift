import BrightnessEventLoop
import ComposableCore
import Tickets

extension DemoRun {
  /// The same feature with the holding effect, which every ending releases.
  func runHolds() async {
    title("3. One effect that holds the light for as long as it lives. Every way of ending it:")
    var calls: [[Panel.Call]] = []
    for ending in Ending.all {
      calls.append(await run(ending))
    }
    conclude(
      "Each of the \(calls.count) endings restores the light, once.",
      calls.allSatisfy { $0 == [.setToMaximum, .reset] }
    )
  }

  /// The same light, held by a stream in the effect's own task.
  func runStream() async {
    title("4. An effect that waits on a stream of its own, and resets the light when the stream ends.")
    let begun = DemoStore(Wallet(of: StreamingTicket()), on: loop)
    begun.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    await letTasksBegin()
    begun.show("(the effect's task begins)", since: 0)
    begun.show("wallet: ticketClosed", .ticketClosed)
    print("\n   Closed before the task begins.\n")
    let early = DemoStore(Wallet(of: StreamingTicket()), on: loop)
    early.show("ticket: onAppear", .ticket(.presented(.onAppear)))
    early.show("wallet: ticketClosed", .ticketClosed)
    let callsInTurn = early.panel.calls
    await letTasksBegin()
    early.show("(the effect's task begins)", since: 0)
    conclude(
      "The light is reset once, in the turn that ends the effect; but not before the effect's task has begun.",
      begun.panel.calls == [.setToMaximum, .reset] && callsInTurn == [] && early.panel.calls == [.setToMaximum, .reset]
    )
  }

  /// Lets the loop run what waits now; a task changes executors a few times before it begins.
  private func letTasksBegin() async {
    for _ in 0..<20 {
      await withCheckedContinuation { begun in loop.perform { begun.resume() } }
    }
  }

  private func run(_ ending: Ending) async -> [Panel.Call] {
    let store = DemoStore(Wallet(of: ending.ticket), on: loop, ending.initialState())
    store.send(ending.appearance(store.state))
    for action in ending.actions(store.state) { await store.send(action).finish() }
    if ending.endsStore { store.end() }
    store.show(ending.name, since: 0)
    return store.panel.calls
  }
}

/// A way in which the hold of a ticket that is shown can end.
private struct Ending {
  let name: String
  var ticket = Reduce.erasing(HoldingTicket())
  var initialState: () -> Wallet.State = { Wallet.State(ticket: Ticket.State(id: 7)) }
  var appearance: (Wallet.State) -> Wallet.Action = { _ in .ticket(.presented(.onAppear)) }
  var actions: (Wallet.State) -> [Wallet.Action] = { _ in [] }
  var endsStore = false

  static var all: [Ending] {
    [
      Ending(name: "ticket: onDisappear", actions: { _ in [.ticket(.presented(.onDisappear))] }),
      Ending(name: "wallet: ticketClosed", actions: { _ in [.ticketClosed] }),
      Ending(name: "ticket: closeTapped, dismisses", actions: { _ in [.ticket(.presented(.closeTapped))] }),
      Ending(name: "wallet: another ticket instead", actions: { _ in [.ticketTapped(id: 8)] }),
      Ending(name: "wallet: cancels the effect by name", actions: { _ in [.batteryRanLow] }),
      Ending(
        name: "ticket: onAppear again, then closed",
        actions: { _ in [.ticket(.presented(.onAppear)), .ticketClosed] }
      ),
      Ending(
        name: "closed before the task began",
        ticket: Reduce.erasing(ExpiringTicket()),
        actions: { _ in [.ticketClosed] }
      ),
      Ending(
        name: "stack: popped below the ticket",
        initialState: { Wallet.State(path: [Ticket.State(id: 7), Ticket.State(id: 8)]) },
        appearance: { .path(.element(id: $0.path.ids[1], action: .onAppear)) },
        actions: { [.path(.popFrom(id: $0.path.ids[0]))] }
      ),
      Ending(name: "the store is dropped", endsStore: true),
    ]
  }
}
