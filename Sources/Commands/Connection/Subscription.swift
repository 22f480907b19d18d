import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink

/// A call with several replies that is made again when the daemon has restarted.
///
/// A verb gets one stream of events: those of the call, signals, and its own.
package struct Subscription<Method: VarlinkMethod, VerbEvent: Sendable>: Sendable {
  package enum Event: Sendable {
    case reply(Method.Reply)
    case finished
    /// The connection ended, or the new daemon does not know the light yet: the call is made again.
    case interrupted(String)
    /// A daemon is available again; the call is made again.
    case reconnected
    /// The call is not made again.
    case failed(Failure)
    case timedOut
    case signal(Signal)
    /// An event of the verb itself.
    case verb(VerbEvent)
  }

  let daemon: DaemonAddress
  let verb: String
  let light: String?
  /// The lights that the request names, if it may name several.
  let named: [String]
  /// How a message about an interruption continues, such as "updates resume".
  let resumption: String
  /// Whether the call is made again after a running daemon closed the connection without a last
  /// reply. A hold is not: somebody may have ended it.
  let isRepeatable: Bool
  /// The time from the first reply to the end, with a daemon or without.
  let timeLimit: Duration?
  /// Makes the call, with the time that is left.
  let call: @Sendable (ControlClient, Duration?) -> MethodReplies<Method, ControlError>

  package init(
    daemon: DaemonAddress,
    verb: String,
    light: String?,
    named: [String] = [],
    resumption: String,
    isRepeatable: Bool,
    timeLimit: Duration? = nil,
    call: @escaping @Sendable (ControlClient, Duration?) -> MethodReplies<Method, ControlError>
  ) {
    self.daemon = daemon
    self.verb = verb
    self.light = light
    self.named = named
    self.resumption = resumption
    self.isRepeatable = isRepeatable
    self.timeLimit = timeLimit
    self.call = call
  }

  /// Runs `body` with the events of the call and the signals that arrive meanwhile. Without a
  /// client it first waits for a daemon.
  package func follow(
    _ client: ControlClient?,
    signals: [CInt],
    _ body: (AsyncStream<Event>, AsyncStream<Event>.Continuation) async throws(Failure) -> ExitStatus
  ) async throws(Failure) -> ExitStatus {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let watch = try converting(Failure.init) { () throws(SystemError) in
      try daemon.loop.onSignals(signals) { continuation.yield(.signal($0)) }
    }
    let task = Task(executorPreference: daemon.loop) { await run(client) { continuation.yield($0) } }
    defer { task.cancel() }
    let status = try await body(events, continuation)
    _ = consume watch
    return status
  }

  /// The connection on which the call is made. `wasServed` if it had a reply on the lost one.
  private enum Link {
    case connected(ControlClient)
    case lost(Loss, wasServed: Bool)
  }

  private enum Loss {
    /// The daemon has ended, or there was none yet.
    case notRunning
    /// The daemon runs, and has closed the connection.
    case closed
  }

  private func run(_ first: ControlClient?, _ report: @Sendable (Event) -> Void) async {
    var link = first.map(Link.connected) ?? .lost(.notRunning, wasServed: false)
    var deadline: LoopClock.Instant?
    var hasReplied = false
    var isMissing = false
    // When the daemon of the call was last known to run.
    var heard = LoopClock.Instant.now
    while deadline.map({ $0 > .now }) ?? true {
      let client: ControlClient
      switch link {
      case .connected(let open): client = open
      case .lost(let loss, let wasServed):
        guard let next = await reconnect(after: loss, wasServed: wasServed, until: deadline, report) else { return }
        link = .connected(next)
        heard = .now
        continue
      }
      var wasServed = false
      do throws(ControlError) {
        for try await reply in call(client, deadline.map { LoopClock.Instant.now.duration(to: $0) } ?? timeLimit) {
          if deadline == nil { deadline = timeLimit.map { .now.advanced(by: $0) } }
          hasReplied = true
          wasServed = true
          isMissing = false
          heard = .now
          report(.reply(reply))
        }
        return report(.finished)
      } catch .call(.disconnected(.silent(let limit))) where !hasReplied {
        return report(.failed(Failure(.call(.disconnected(.silent(limit))), cannot: verb, light ?? "lights")))
      } catch .call(.disconnected) {
        let isRunning = await daemon.hasRun(since: heard)
        if isRunning, !isRepeatable { return report(.failed(closed)) }
        link = .lost(isRunning ? .closed : .notRunning, wasServed: wasServed)
      } catch {
        let failure = await client.failure(error, cannot: verb, light, named: named)
        // A daemon that has just started may not have found the light yet.
        guard hasReplied, failure.status == .noSuchLight else { return report(.failed(failure)) }
        if !isMissing { report(.interrupted(interruption(by: failure.reason))) }
        isMissing = true
        let retry = LoopClock.Instant.now.advanced(by: daemon.retryDelay)
        do { try await daemon.loop.sleep(until: min(deadline ?? retry, retry)) } catch { return }
      }
    }
    report(.timedOut)
  }

  /// Waits for a daemon; nil if the call is not made again, for a reason that was reported.
  private func reconnect(
    after loss: Loss,
    wasServed: Bool,
    until deadline: LoopClock.Instant?,
    _ report: @Sendable (Event) -> Void
  ) async -> ControlClient? {
    report(.interrupted(interruption(by: loss)))
    do throws(Failure) {
      if let client = try await daemon.connectAgain(wasServed: wasServed, until: deadline) {
        report(.reconnected)
        return client
      }
      report(.timedOut)
    } catch {
      report(.failed(error))
    }
    return nil
  }

  private var closed: Failure {
    Failure(.failed, reason: "cannot \(verb) 'lights': the daemon closed the connection", hint: "see its log")
  }

  private func interruption(by loss: Loss) -> String {
    switch loss {
    case .notRunning: interruption(by: "cannot \(verb) 'lights': the daemon is not running")
    case .closed: "\(closed.reason); \(resumption)"
    }
  }

  private func interruption(by reason: String) -> String { "\(reason); \(resumption) when it is back" }
}
