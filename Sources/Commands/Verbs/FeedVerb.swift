import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Synchronization

/// `feed`: makes this process a light sensor, as long as its standard input lasts.
struct FeedVerb: Verb, Hashable {
  private static let operand = Parameter(name: "NAME", expected: "a name for the sensor", kind: .text())

  static let grammar = Grammar(
    name: "feed",
    summary: "be a light sensor that reads lux from the standard input",
    operands: [operand],
    details: [
      """
      Each line is the light in the room, such as 310 or 0.5. The last one counts until the next line. The sensor is gone
      when the input ends. Lights that follow the light in the room use it if the machine has no sensor of its own, or if
      the configuration says Sensor=feed:NAME.
      """,
      """
      The daemon looks at the light each few seconds, so more lines than that do no harm. When the daemon dies, or another
      user takes over the screen, it goes on afterwards with the last line.
      """,
    ],
    examples: [
      ("feed desk", "what you type, until Ctrl-D, or what a device or another program gives as the input")
    ]
  ) { arguments throws(UsageError) in FeedVerb(sensor: try arguments.word()) }

  /// After this time without a line the last one is given again, since the daemon may be another
  /// one by now.
  static let repetition = Duration.seconds(30)

  let sensor: String

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let input = LuxInput()
    // The thread may wait for a line until the process ends.
    JobThread(idle: .zero).perform {
      while let line = readLine(), input.take(line) {}
      input.end()
    }
    return try await feed(from: input, to: daemon)
  }

  /// Gives readings until the input ends. The first one has to succeed; for later ones `warn` is
  /// told of the first failure of a row.
  func feed(
    from input: LuxInput,
    to daemon: DaemonAddress,
    _ warn: (String) -> Void = { Console.printError($0) }
  ) async throws(Failure) -> ExitStatus {
    var client: ControlClient?
    var hasSucceeded = false
    var isInTrouble = false
    var repetition: Timer?
    for await _ in input.changes {
      guard let lux = input.latest else { continue }
      do throws(Failure) {
        let connected = if let client { client } else { try daemon.connect() }
        client = connected
        try await give(lux, by: connected)
        hasSucceeded = true
        isInTrouble = false
      } catch {
        guard hasSucceeded, error.mayPass else { throw error }
        client = nil
        if !isInTrouble { warn("\(error.reason); readings go on when that is possible again") }
        isInTrouble = true
      }
      if let repetition { daemon.loop.cancel(repetition) }
      repetition = daemon.loop.after(Self.repetition) { input.repeatLatest() }
    }
    if let repetition { daemon.loop.cancel(repetition) }
    if let failure = input.failure { throw failure }
    return .success
  }

  private func give(_ lux: Double, by client: ControlClient) async throws(Failure) {
    try await client.ask("feed", sensor) { (client) throws(ControlError) in
      try await client.automatic.feed(name: sensor, lux: lux)
    }
  }
}

extension Failure {
  /// Whether the same call may succeed later: the daemon has ended, or another user is active.
  fileprivate var mayPass: Bool { [.unreachable, .timeout, .permissionDenied].contains(code) }
}

/// The lines of the standard input. A thread reads them, and only the latest one counts.
final class LuxInput: Sendable {
  private struct State {
    var lineCount = 0
    var latest: Double?
    var failure: Failure?
  }

  /// One for each line, or for several of them, until the input ends.
  let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  init() { (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Nil before the first line.
  var latest: Double? { state.withLock { $0.latest } }

  /// Why the input was not read to its end.
  var failure: Failure? { state.withLock { $0.failure } }

  func repeatLatest() { change.yield() }

  /// Returns whether the line is a light. If not, the input is not read further.
  func take(_ line: String) -> Bool {
    let lux = Self.lux(line)
    state.withLock { state in
      state.lineCount += 1
      if let lux { state.latest = lux } else { state.failure = Self.failure(line, state.lineCount) }
    }
    if lux != nil { change.yield() }
    return lux != nil
  }

  func end() { change.finish() }

  private static func failure(_ line: String, _ number: Int) -> Failure {
    let place = "cannot read line \(number) of the standard input"
    return Failure(.failed, reason: "\(place): \(line.quotedInShort) is not a number of lux such as 310.5")
  }

  /// A decimal number, with or without blanks around it.
  private static func lux(_ line: String) -> Double? {
    let word = line.split(whereSeparator: \.isWhitespace)
    guard word.count == 1, word[0].utf8.allSatisfy(".0123456789".utf8.contains) else { return nil }
    return Double(word[0])
  }
}
