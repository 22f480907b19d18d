import BrightnessEventLoop
import ComposableCore

/// Runs the parts of the demo one after another, and counts wrong results.
actor DemoRun {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private(set) var mistakes = 0

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  func perform() async {
    await runPlainCalls()
    runCallsOutsideTheStore()
    await runHolds()
    await runStream()
    runDerivation()
    runEndOfTheStore()
  }

  /// Prints the conclusion of a part, and counts it if it is wrong.
  func conclude(_ sentence: String, _ isTrue: Bool) {
    print(isTrue ? "   ✔ \(sentence)\n" : "   ✘ wrong: \(sentence)\n")
    if !isTrue { mistakes += 1 }
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
