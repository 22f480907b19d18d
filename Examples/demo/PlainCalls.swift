import Composable
import Tickets

extension Stage {
  /// The fault that the project is about.
  func playPlainCalls() async {
    title("1. Two plain calls: onAppear sets the brightness, onDisappear resets it.")
    let scene = Scene(Wallet(of: PlainTicket()), on: loop)
    await show("ticket: onAppear", .ticket(.presented(.onAppear)), in: scene)
    await show("wallet: ticketClosed", .ticketClosed, in: scene)
    await show("ticket: onDisappear", .ticket(.presented(.onDisappear)), in: scene)
    print(indented(scene.issues.map(\.message).joined(separator: "\n")))
    conclude(
      "The state was gone when onDisappear came: the light stays at \(scene.panel.level) %.",
      scene.panel.calls == [.setToMaximum] && scene.issues.count == 1
    )
  }

  /// Sends an action, waits for all that it starts, and shows what came of it.
  private func show(_ name: String, _ action: Wallet.Action, in scene: Scene) async {
    let count = scene.panel.calls.count
    await scene.send(action).finish()
    scene.show(name, since: count)
  }

  /// A way around that gives up what the store is for.
  func playCallsOutsideTheStore() {
    title("2. The view asks the client itself, past the store.")
    let scene = Scene(Wallet(of: Ticket()), on: loop)
    let screen = withDependencies {
      $0.brightness = BrightnessClient(scene.panel)
    } operation: {
      TicketScreen()
    }
    screen.appear()
    scene.show("(the view appears)", since: 0)
    scene.show("wallet: ticketClosed", .ticketClosed)
    screen.disappear()
    scene.show("(the view disappears)", since: 1)
    conclude(
      "It works. No action and no effect stands for it, so no test of the feature can see it.",
      scene.panel.calls == [.setToMaximum, .reset] && scene.issues.isEmpty
    )
  }
}

/// The text as a block that stands in, broken where a terminal ends.
private func indented(_ text: String) -> String {
  text.split(separator: "\n").flatMap { broken(String($0), at: 110) }.map { "   ⚠ \($0)" }.joined(separator: "\n")
}

private func broken(_ line: String, at width: Int) -> [String] {
  var lines = [""]
  for word in line.split(separator: " ", omittingEmptySubsequences: false) {
    if lines[lines.count - 1].count + word.count >= width { lines.append(" ") }
    lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? "\(word)" : " \(word)"
  }
  return lines
}
