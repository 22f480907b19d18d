import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands
import Glibc

/// `feed`: makes this process a light sensor, as long as its standard input lasts.
struct FeedVerb: Verb, Hashable {
  private static let operand = Parameter(
    name: "NAME",
    expected: "a name of \(LightSensor.feedNameRule)",
    kind: .text()
  )

  static let grammar = Grammar(
    name: "feed",
    summary: "be a light sensor that reads lux from the standard input",
    operands: [operand],
    details: [
      """
      Each line is the light in the room, such as 310 or 0.5, and counts until the next one. A line that is no number is
      left out, with a warning. The sensor is gone when the input ends. Lights that follow the light in the room use it if
      the machine has no sensor of its own, or if the configuration says Sensor=feed:NAME.
      """,
      """
      At most one line a second is sent. After 30 seconds without one, the last is sent again, so that it counts again if
      the daemon was restarted, or if another user was active in between.
      """,
    ],
    examples: [
      ("feed desk", "what you type, until Ctrl-D, or what a device or another program gives as the input")
    ]
  ) { arguments throws(UsageError) in
    let name = try arguments.word()
    guard LightSensor.isFeedName(name) else {
      throw .unexpectedWord(name.inOneLine(atMost: 40), expected: operand.expected)
    }
    return FeedVerb(sensor: name)
  }

  let sensor: String

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let input = LuxInput()
    // The thread may wait for a line until the process ends.
    JobThread(idle: .zero).perform { input.read(STDIN_FILENO) }
    return try await feed(from: input, to: daemon)
  }

  /// How often readings are given.
  struct Pace: Sendable {
    /// From one to the next.
    var least = Duration.seconds(1)
    /// From a failure to the next attempt.
    var retry = Duration.seconds(30)
    /// Until the last one is given again, because there was no other.
    var repetition = Duration.seconds(30)
  }

  /// Gives readings until the input ends. The first one has to succeed. Of later failures, and of
  /// lines that are no light, `warn` is told the first of a row.
  func feed(
    from input: LuxInput,
    to daemon: DaemonAddress,
    _ pace: Pace = Pace(),
    _ warn: (String) -> Void = { Console.printError($0) }
  ) async throws(Failure) -> ExitStatus {
    var client: ControlClient?
    var trouble: Failure?
    var earliest = LoopClock.Instant.now
    var timer: Timer?
    func wake(at time: LoopClock.Instant) {
      if let timer { daemon.loop.cancel(timer) }
      timer = daemon.loop.at(time) { input.repeatLatest() }
    }
    defer { if let timer { daemon.loop.cancel(timer) } }
    for await _ in input.changes {
      if let complaint = input.takeComplaint() { warn(complaint) }
      guard let lux = input.latest else { continue }
      guard earliest <= .now else {
        wake(at: earliest)
        continue
      }
      do throws(Failure) {
        client = try await give(lux, to: daemon, by: client)
        trouble = nil
      } catch {
        guard client != nil, error.mayPass else { throw error }
        if trouble == nil { warn("\(error.reason); readings go on when that is possible again") }
        trouble = error
      }
      earliest = .now.advanced(by: trouble == nil ? pace.least : pace.retry)
      wake(at: .now.advanced(by: pace.repetition))
    }
    if let failure = input.failure ?? trouble { throw failure }
    return .success
  }

  /// Returns the connection, which is another one if the daemon was restarted.
  private func give(
    _ lux: Double,
    to daemon: DaemonAddress,
    by client: ControlClient?
  ) async throws(Failure) -> ControlClient {
    if let client {
      do throws(Failure) {
        try await give(lux, by: client)
        return client
      } catch {
        guard error.code == .unreachable else { throw error }
      }
    }
    let next = try daemon.connect()
    try await give(lux, by: next)
    return next
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
