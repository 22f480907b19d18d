import Composable
import EventLoop

/// Plays the parts of the demo one after another, and counts where one does not go as it says.
actor Stage {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private(set) var mistakes = 0

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  func perform() async {
    await playPlainCalls()
    playCallsOutsideTheStore()
    await playHolds()
    playDerivation()
    playTheEndOfTheStore()
  }

  /// Says what a part has shown, and counts it if it is not so.
  func conclude(_ sentence: String, _ holds: Bool) {
    print(holds ? "   ✔ \(sentence)\n" : "   ✘ not so: \(sentence)\n")
    if !holds { mistakes += 1 }
  }
}

func title(_ text: String) {
  print("\(text)\n")
  row("action", "state", "calls to the client")
}

func row(_ first: String, _ second: String, _ third: String) {
  let cells = third.isEmpty ? [padded(first, 35), second] : [padded(first, 35), padded(second, 21), third]
  print("   \(cells.joined())")
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}
