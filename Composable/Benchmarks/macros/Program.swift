import ComposableTesting
import Glibc
import Synchronization

/// Compares the cost of code written by macros with that of code written by hand. Fails if it is
/// higher.
@main struct Program {
  static func main() {
    let executor = SteppedExecutor()
    let figures = executor.perform { [macroSends(executor), macroClients()] }
    for figure in figures {
      let costs = "\(Int(figure.byMacros)) ns, by hand \(Int(figure.byHand)) ns"
      print("\(figure.isKept ? "" : "missed: ")\(figure.name): \(costs)")
    }
    exit(figures.allSatisfy(\.isKept) ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}

/// The medians of both forms, in nanoseconds.
struct Figure: Sendable {
  let name: String
  let byHand: Double
  let byMacros: Double

  /// Whether they differ by no more than two runs of the same code.
  var isKept: Bool { byMacros <= 1.15 * byHand }
}

/// Measures both forms, which alternate.
func compare(_ name: String, byHand: () -> Void, byMacros: () -> Void) -> Figure {
  var costs: (hand: [Double], macros: [Double]) = ([], [])
  for _ in 0..<15 {
    costs.hand.append(nanosecondsEach(of: 20_000, byHand))
    costs.macros.append(nanosecondsEach(of: 20_000, byMacros))
  }
  return Figure(name: name, byHand: costs.hand.sorted()[7], byMacros: costs.macros.sorted()[7])
}

private func nanosecondsEach(of count: Int, _ body: () -> Void) -> Double {
  let start = now()
  for _ in 0..<count { body() }
  return (now() - start) / Double(count)
}

/// The processor time of this thread in nanoseconds: other processes do not count.
private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Uses a value, so that the compiler cannot remove its computation.
@inline(never)
func consume<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}

/// A counter for closures that may run on any thread.
final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() {
    number.add(1, ordering: .relaxed)
  }
}
