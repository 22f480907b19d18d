import ControlAPI
import EventLoop
import Glibc
import Model

typealias HoldEvent = Subscription<SessionsInterface.Hold>.Event

extension HoldVerb {
  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    do throws(Failure) {
      return try await follow(on: daemon)
    } catch  where command != nil && error.status.rawValue < ExitStatus.beforeCommand.rawValue {
      throw Failure(error.code, status: .beforeCommand, reason: error.reason, hint: error.hint)
    }
  }

  private func follow(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let daemon = daemon.allowing(fade: scene.fade)
    let subscription = Subscription<SessionsInterface.Hold>(
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
    // The command gets the signal mask that this process was started with.
    let mask = SignalMask.current
    let signals = SignalMask.notIgnored([SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    let client = isBestEffort ? try? daemon.connect() : try daemon.connect()
    return try await subscription.follow(client, signals: signals) { (events, continuation) throws(Failure) in
      let watch = try whileProcess.map { (process) throws(Failure) in
        try converting(Failure.init) { () throws(SystemError) in
          try daemon.loop.onEnd(ofProcess: process) { _ in continuation.yield(.processEnded) }
        }
      }
      defer { withExtendedLifetime(watch) {} }
      var progress = HoldProgress(
        hasCommand: command != nil,
        isBestEffort: isBestEffort,
        isOnTerminal: isOnTerminal
      )
      var child: RunningCommand?
      for await event in events {
        for step in progress.steps(after: event) {
          switch step {
          case .print(let reply): try Console.print([line(reply)])
          case .printError(let message): Console.printError(message)
          case .printFailure(let failure): Console.printError(failure, asJSON: isJSON)
          case .startCommand:
            child = try RunningCommand(command ?? [], mask, on: daemon.loop) { continuation.yield(.commandEnded($0)) }
          case .forward(let signal): child?.signal(signal)
          case .exit(let status): return status
          }
        }
      }
      return .failed
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

enum HoldStep: Hashable, Sendable {
  case print(SessionsInterface.Hold.Reply)
  case printError(String)
  case printFailure(Failure)
  case startCommand
  case forward(CInt)
  case exit(ExitStatus)
}

/// Decides what to do after each event of a hold.
struct HoldProgress: Sendable {
  let hasCommand: Bool
  /// Whether the command also runs without a daemon.
  var isBestEffort = false
  /// Whether people read the events, for whom the error says enough.
  var isOnTerminal = false
  private(set) var hasStarted = false
  /// The last message about a hold that is interrupted.
  private(set) var interruption: String?

  mutating func steps(after event: HoldEvent) -> [HoldStep] {
    switch event {
    case .reply(let reply): steps(after: reply)
    case .timedOut: steps(after: SessionsInterface.Hold.Reply(scene: 0, event: .expired))
    case .interrupted(let message): printOnce(message) + (isBestEffort ? start() : [])
    case .failed(let failure): [.printFailure(failure)] + ending(failure)
    case .signal(let signal): steps(after: signal)
    case .commandEnded(let end): [.exit(ExitStatus(of: end))]
    case .processEnded: [.exit(.success)]
    case .reconnected, .finished, .outputClosed, .sessionsChanged, .commandMayRun: []
    }
  }

  private mutating func ending(_ failure: Failure) -> [HoldStep] {
    if isBestEffort, failure.status == .unreachable { return start() }
    return hasStarted ? [] : [.exit(hasCommand ? .beforeCommand : failure.status)]
  }

  /// A hold that was cancelled before it was in effect starts no command, unless that was to run
  /// without it too.
  private mutating func endingEarly() -> [HoldStep] {
    if hasStarted { return [] }
    return isBestEffort ? start() : [.exit(.beforeCommand)]
  }

  private mutating func start() -> [HoldStep] {
    defer { hasStarted = true }
    return hasStarted ? [] : [.startCommand]
  }

  private mutating func printOnce(_ message: String) -> [HoldStep] {
    if message == interruption { return [] }
    interruption = message
    return [.printError(message)]
  }

  private mutating func steps(after reply: SessionsInterface.Hold.Reply) -> [HoldStep] {
    interruption = nil
    guard hasCommand else {
      switch reply.event {
      case .expired: return [.print(reply), .exit(.success)]
      case .cancelled: return (isOnTerminal ? [] : [.print(reply)]) + [.printError(Self.cancelled), .exit(.failed)]
      case .holding, .outranked, .suspended, .yielded, .resumed: return [.print(reply)]
      }
    }
    // The terminal belongs to the command: print only what its user would miss.
    switch reply.event {
    case .cancelled: return [.printError(Self.cancelled)] + endingEarly()
    // The command was to run in any case, with the level for as long as that lasts.
    case .expired: return [.printError(Self.expired)] + start()
    // A suspended hold may stay so for long: start the command now, and apply the level when the session is active.
    case .holding, .suspended: return start()
    case .outranked, .yielded, .resumed: return []
    }
  }

  private func steps(after signal: Signal) -> [HoldStep] {
    guard hasCommand else { return [.exit(.success)] }
    guard hasStarted else { return [.exit(ExitStatus(ofSignal: signal.number))] }
    // The terminal signals the whole process group, which includes the command.
    let isOfTerminal = signal.sender == 0 && [SIGINT, SIGQUIT, SIGHUP].contains(signal.number)
    return isOfTerminal ? [] : [.forward(signal.number)]
  }

  private static let cancelled = "cannot hold 'lights': the hold was cancelled"
  private static let expired = "cannot hold 'lights' any longer: the time of --for is up; the command goes on"
}

extension ExitStatus {
  /// The status of a command, as in a shell.
  init(of end: ProcessEnd) {
    switch end {
    case .exited(let status): self.init(rawValue: status)
    case .killed(let signal): self.init(ofSignal: signal)
    case .unknown: self = .failed
    }
  }

  init(ofSignal signal: CInt) { self.init(rawValue: 128 + signal) }
}

/// A child process in our own process group, so that signals of the terminal reach both.
final class RunningCommand {
  private let process: pid_t
  private let endWatch: Watch

  /// Runs `command`, which must be the last arguments of this process: their bytes are passed on unchanged, UTF-8 or not.
  init(
    _ command: [String],
    _ mask: sigset_t,
    on loop: EventLoop,
    onEnd: @escaping @Sendable (ProcessEnd) -> Void
  ) throws(Failure) {
    // Our parent may have ignored SIGCHLD; the kernel would then discard the exit status.
    Glibc.signal(SIGCHLD, SIG_DFL)
    process = try Self.start(command[0], Console.rawArguments(last: command.count), mask)
    do throws(SystemError) { endWatch = try loop.onEnd(ofProcess: process, callback: onEnd) } catch {
      throw Failure(error)
    }
  }

  /// Sends a signal. The pid cannot belong to another process before the end is reported.
  func signal(_ signal: CInt) {
    kill(process, signal)
  }

  private static func start(_ name: String, _ arguments: [[CChar]], _ mask: sigset_t) throws(Failure) -> pid_t {
    var attributes = posix_spawnattr_t()
    var mask = mask
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pointers = arguments.map { strdup($0) } + [nil]
    defer {
      pointers.forEach { free($0) }
      posix_spawnattr_destroy(&attributes)
    }
    var process: pid_t = 0
    let code = posix_spawnp(&process, pointers[0]!, nil, &attributes, &pointers, environ)
    guard code == 0 else {
      let status = code == ENOENT ? ExitStatus.commandNotFound : .commandNotRun
      throw Failure(.failed, status: status, reason: "\(SystemError("run", name, ErrorCode(rawValue: code)))")
    }
    return process
  }
}

enum SignalMask {
  static var current: sigset_t {
    var set = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &set)
    return set
  }

  /// The signals that the parent has not ignored, as `nohup` does.
  static func notIgnored(_ signals: [CInt]) -> [CInt] {
    signals.filter { signal in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { return true }
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1
    }
  }
}
