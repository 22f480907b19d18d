import LightTraces
import RandomHistories

/// Runs the policies of brightnessd and of other programs over the same traces of light, and prints
/// a table and a picture: `make automatic`.
@main
struct Automatic {
  static let policies: [any Policy.Type] = [
    OwnPanel.self, OwnMonitor.self, KWin.self, Gnome.self, Android.self, Wluma.self, Powerd.self, Ash.self,
  ]

  static let traces: [(title: String, trace: [Int])] = {
    let hour = 3600
    return [
      ("office, 5 % noise", Traces.office(0.05, seconds: hour)),
      ("office, 12 % noise", Traces.office(0.12, seconds: hour)),
      ("dark room, the sensor says 0 to 2", Traces.darkRoom(seconds: hour)),
      ("shadows of a hand or a head", Traces.shadows(seconds: hour)),
      ("the sensor says 0 for 2.5 s each ten minutes", Traces.falseZeros(seconds: hour)),
      ("train between trees", Traces.train(seconds: hour)),
      ("light and shade, 10 s each", Traces.square(halfPeriod: 100, seconds: hour)),
      ("light and shade, 40 s each", Traces.square(halfPeriod: 400, seconds: hour)),
      ("clouds", Traces.clouds(seconds: hour)),
      ("sunset", Traces.sunset(seconds: hour)),
    ]
  }()

  static let steps: [(title: String, from: Int, to: Int)] = [
    ("lamp on, 5 to 300 lux", 5, 300), ("lamp off, 300 to 5 lux", 300, 5),
    ("to the outside, 300 to 20,000 lux", 300, 20_000),
    ("back inside, 20,000 to 300 lux", 20_000, 300), ("dimmer, 300 to 150 lux", 300, 150),
  ]

  static func main() {
    guard CommandLine.arguments.count == 2, let format = Format(rawValue: CommandLine.arguments[1]) else {
      return print("usage: automatic table|picture")
    }
    switch format {
    case .table: printTable()
    case .picture: print(Picture(of: policies).text)
    }
  }

  enum Format: String { case table, picture }

  /// Runs a policy over a trace with ten values a second.
  static func run(_ policy: any Policy.Type, over trace: [Int]) -> any Policy {
    let policy = policy.init()
    for (tenth, lux) in trace.enumerated() { policy.step(at: Double(tenth) / 10) { Double(lux) } }
    return policy
  }

  private static func printTable() {
    row("", policies.map { $0.title })
    row("---", policies.map { _ in "---:" })
    row("**changes in an hour**", policies.map { _ in "" })
    for (title, trace) in traces { row(title, policies.map { "\(changes($0, over: trace))" }) }
    row(
      "**changes in ten hours by a window**",
      policies.map { policy in
        let days = (1...5).map { changes(policy, over: Traces.day(seed: $0)) }
        return "\(days.reduce(0, +) / days.count)"
      }
    )
    row("**seconds until its last level, to 3 points, mean and worst**", policies.map { _ in "" })
    for step in steps { row(step.title, policies.map { delay($0, from: step.from, to: step.to) }) }
    row(
      "**readings a minute in constant light**",
      policies.map { policy in
        "\(run(policy, over: Array(repeating: 300, count: 36_000)).readings / 60)"
      }
    )
  }

  private static func changes(_ policy: any Policy.Type, over trace: [Int]) -> Int {
    run(policy, over: trace).changes.count - 1
  }

  private static func row(_ title: String, _ cells: [String]) {
    print("| \(([title] + cells).joined(separator: " | ")) |")
  }

  /// The time from a step of the light until the level stays within three points of its last one,
  /// over sixty phases of the reader; a dash for a policy that most often does not move.
  private static func delay(_ policy: any Policy.Type, from first: Int, to second: Int) -> String {
    var random = SeededRandom(seed: 1)
    let delays = (0..<60).compactMap { phase -> Double? in
      let start = 600 + phase
      let trace = (0..<start + 900).map { random.noisy(Double($0 < start ? first : second), 0.03) }
      let changes = run(policy, over: trace).changes
      let goal = changes.last?.level ?? 0
      let late = changes.last { abs($0.level - goal) > 0.03 }
      let reached = changes.first { $0.second > late?.second ?? -1 }
      return reached.map { $0.second - Double(start) / 10 }.flatMap { $0 >= 0 ? $0 : nil }
    }
    guard delays.count > 30 else { return "–" }
    let mean = delays.reduce(0, +) / Double(delays.count)
    return "\(tenths(mean)) / \(tenths(delays.max() ?? 0))"
  }

  static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
