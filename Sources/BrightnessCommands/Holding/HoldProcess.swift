import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Commands

extension HoldVerb {
  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try await Failure.beforeCommand(command) { () throws(Failure) in try await follow(on: daemon) }
  }

  private func follow(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let daemon = daemon.allowing(fade: scene.fade)
    let subscription = subscription(on: daemon)
    // The command gets the signal mask that this process was started with.
    let mask = SignalMask.current
    let signals = SignalMask.notIgnored(
      command == nil ? SignalMask.ofEnd : HoldProgress.forwardable
    )
    let client = isBestEffort ? try? daemon.connect() : try daemon.connect()
    return try await subscription.follow(client, signals: signals) { (events, continuation) throws(Failure) in
      let watch = try whileProcess.map { (process) throws(Failure) in
        try converting(Failure.init) { () throws(SystemError) in
          try daemon.loop.onEnd(ofProcess: process) { _ in continuation.yield(.verb(.processEnded)) }
        }
      }
      defer { withExtendedLifetime(watch) {} }
      var progress = HoldProgress(hasCommand: command != nil, isBestEffort: isBestEffort, isOnTerminal: isOnTerminal)
      var child: RunningCommand?
      for await event in events {
        for step in progress.steps(after: event) {
          switch step {
          case .print(let reply): try Console.print([line(reply)])
          case .printError(let message): Console.printError(message)
          case .printFailure(let failure): Console.printError(failure, asJSON: isJSON)
          case .startCommand:
            child = try RunningCommand(command ?? [], mask, on: daemon.loop) {
              continuation.yield(.verb(.commandEnded($0)))
            }
          case .forward(let signal): child?.signal(signal)
          case .exit(let status): return status
          }
        }
      }
      return .failed
    }
  }

  private func subscription(on daemon: DaemonAddress) -> HoldSubscription {
    HoldSubscription(
      daemon: daemon,
      verb: "hold",
      light: "lights",
      named: scene.claims.compactMap(\.light),
      resumption: "the hold resumes",
      isRepeatable: false,
      timeLimit: scene.expires
    ) { [scene] client, remaining in
      var scene = scene
      scene.expires = remaining
      return client.sessions.hold(scene: scene)
    }
  }

  /// Whether people read the events.
  private var isOnTerminal: Bool { Console.screen.columns != nil && !isJSON }

  private func line(_ reply: SessionsInterface.Hold.Reply) -> String {
    if isJSON { return JSONLine.text(("hold", reply)) }
    if isOnTerminal, reply.event == .holding, scene.expires == nil, whileProcess == nil {
      return "\(reply.event.word) until Ctrl-C"
    }
    return reply.light.map { "\(reply.event.word) \($0)" } ?? reply.event.word
  }
}
