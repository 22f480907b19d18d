import CommandLines
import Glibc
import RandomHistories

/// The program's parsed command line.
struct Options {
  private var seed: UInt64 = 1
  /// Nil until stopped.
  private var steps: Int?
  private var replayed: String?
  private var failsEachCall = false
  private var hasAllCodes = false
  private var isHelp = false
  private static let length = 200

  private static let help = """
    usage: brightnessd-simulate [--seed S|random] [--steps N]
           brightnessd-simulate --replay FILE
           brightnessd-simulate --fail-each-call [--all-codes]

    Run random histories of the whole daemon in a simulated world, and stop at the first that breaks a guarantee.

      --seed S       where the random numbers begin; default: 1
      --steps N      end after so many steps; default: go on until stopped
      --replay FILE  run the history in a file once more
      --fail-each-call
                     run one history, once for each system call of the daemon, which fails
      --all-codes    with each error that the call may give, not with the most likely alone
      --help         this text
    """

  init(_ words: [String]) throws(UsageError) {
    var reader = ArgumentReader(words)
    while let part = reader.next() {
      guard case .option(let option) = part else { throw .unexpectedWord(words.last ?? "", expected: "an option") }
      switch option {
      case "--help": isHelp = true
      case "--seed":
        let text = try reader.value("a number, or random")
        seed = text == "random" ? .random(in: 0...UInt64(Int64.max)) : try Self.number(option, text)
      case "--steps": steps = Int(try Self.number(option, reader.value("a number")))
      case "--replay": replayed = try reader.value("a file")
      case "--fail-each-call": failsEachCall = true
      case "--all-codes": hasAllCodes = true
      default: throw .unknownOption(option)
      }
      try reader.rejectUnreadValue()
    }
  }

  private static func number(_ option: String, _ text: String) throws(UsageError) -> UInt64 {
    guard let number = UInt64(text), number <= Int64.max else { throw .wrongValue(option, text, expected: "a number") }
    return number
  }

  /// Does it, and returns the status to exit with.
  func run() throws -> CInt {
    if isHelp {
      print(Self.help)
      return 0
    }
    if let replayed { return try replay(replayed) }
    if failsEachCall { return FailingCalls.run(hasAllCodes: hasAllCodes) }
    guard let failure = Runner.runAll(history, atMost: steps, progress: report) else { return 0 }
    print("\nseed \(seed), history \(failure.history): \(failure.violation)")
    let shortest = shrunk(history(failure.history)) { Self.isAlike(Runner.violation(by: $0), failure.violation) }
    let lines = try shortest.map { try HistoryFile.line($0) }
    print("the shortest history that fails: \(Runner.violation(by: shortest) ?? "it does not fail any more")")
    for line in lines { print("  \(line)") }
    let path = "\(access(".build", F_OK) == 0 ? ".build/" : "")simulated-\(seed)-\(failure.history).history"
    HistoryFile.write(lines, to: path)
    print("again: brightnessd-simulate --replay \(path)")
    return 1
  }

  /// Whether two violations are of the same kind: the same words, but for names and numbers.
  private static func isAlike(_ one: String?, _ other: String) -> Bool {
    func words(_ text: String) -> [Substring] {
      text.split(separator: " ").filter { $0.allSatisfy { $0.isLetter && $0.isASCII } }.prefix(5).map(\.self)
    }
    return one.map { words($0) == words(other) } ?? false
  }

  private func replay(_ path: String) throws -> CInt {
    let steps = try HistoryFile.steps(in: path)
    guard let violation = Runner.violation(by: steps) else {
      print("\(steps.count) steps, and all guarantees hold")
      return 0
    }
    print(violation)
    return 1
  }

  private func history(_ number: Int) -> [Step] {
    // Not a multiple of what the generator adds each time: the histories would be parts of one
    // another.
    var seeds = SeededRandom(seed: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    var random = SeededRandom(seed: seeds.next())
    let hasRoom = random.oneIn(2)
    let steps = random.oneIn(3) ? withDesktop(&random) : (0..<Self.length).map { _ in Step(&random) }
    return hasRoom ? Step.followsRoom + steps.map { random.oneIn(4) ? Step.ofRoom(&random) : $0 } : steps
  }

  /// GNOME answers one level of the panel in five: so there are more of these.
  private func withDesktop(_ random: inout SeededRandom) -> [Step] {
    let gnome = Step.gnome(&random)
    return [gnome] + (1..<Self.length).map { _ in random.oneIn(4) ? Step.ofPanel(&random) : Step(&random) }
  }

  private func report(_ steps: Int, _ tally: World.Tally, _ seconds: Double) {
    let rate = seconds > 0 ? Int(Double(steps) / seconds) : 0
    let end = isatty(STDOUT_FILENO) == 1 ? "\r" : "\n"
    let lights = "lights compared: \(tally.held) held, \(tally.free) free, \(tally.skipped) left out"
    let calls =
      "calls failed: \(tally.failures), \(tally.certainFailures) followed; \(tally.cancels) sessions cancelled"
    let changes =
      "changed meanwhile: \(tally.changes), \(tally.missedChanges) in a window; \(tally.answers) answers of the desktop, \(tally.lateAnswers) late"
    let room = "the room followed: \(tally.adaptations), and compared in steady light: \(tally.steady)"
    print("seed \(seed): \(steps) steps, \(rate) a second; \(lights); \(changes); \(calls); \(room)", terminator: end)
    fflush(nil)
  }
}
