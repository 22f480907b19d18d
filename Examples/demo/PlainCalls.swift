import ComposableCore
import Tickets

extension DemoRun {
  /// The bug that the holding effect prevents.
  func runPlainCalls() async {
    title("1. Two plain calls: onAppear sets the brightness, onDisappear resets it.")
    let store = DemoStore(Wallet(of: PlainTicket()), on: loop)
    await show("ticket: onAppear", .ticket(.presented(.onAppear)), in: store)
    await show("wallet: ticketClosed", .ticketClosed, in: store)
    await show("ticket: onDisappear", .ticket(.presented(.onDisappear)), in: store)
    print(indented(store.issues.map(\.message).joined(separator: "\n")))
    conclude(
      "The state was absent when onDisappear was sent: the light stays at \(store.panel.level) %.",
      store.panel.calls == [.setToMaximum] && store.issues.count == 1
    )
  }

  /// Sends an action, waits for its effects, and prints the result.
  private func show(_ name: String, _ action: Wallet.Action, in store: DemoStore) async {
    let count = store.panel.calls.count
    await store.send(action).finish()
    store.show(name, since: count)
  }

  /// A workaround that bypasses the store, and with it the tests.
  func runCallsOutsideTheStore() {
    title("2. The view calls the client itself, not through the store.")
    let store = DemoStore(Wallet(of: Ticket()), on: loop)
    let screen = withDependencies {
      $0.brightness = BrightnessClient(store.panel)
    } operation: {
      TicketScreen()
    }
    screen.appear()
    store.show("(the view appears)", since: 0)
    store.show("wallet: ticketClosed", .ticketClosed)
    screen.disappear()
    store.show("(the view disappears)", since: 1)
    conclude(
      "It works, but without an action or an effect, so a test of the feature cannot check it.",
      store.panel.calls == [.setToMaximum, .reset] && store.issues.isEmpty
    )
  }
}

/// The text as an indented block, wrapped at the width of a terminal.
private func indented(_ text: String) -> String {
  text.split(separator: "\n").flatMap { wrapped(String($0), at: 110) }.map { "   ⚠ \($0)" }.joined(separator: "\n")
}

private func wrapped(_ line: String, at width: Int) -> [String] {
  var lines = [""]
  for word in line.split(separator: " ", omittingEmptySubsequences: false) {
    if lines[lines.count - 1].count + word.count >= width { lines.append(" ") }
    lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? "\(word)" : " \(word)"
  }
  return lines
}
