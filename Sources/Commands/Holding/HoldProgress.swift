import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Glibc

package enum HoldEvent: Hashable, Sendable {
  case commandEnded(ProcessEnd)
  /// The process that the hold is for has ended.
  case processEnded
}

package typealias HoldSubscription = Subscription<SessionsInterface.Hold, HoldEvent>

extension Failure {
  /// Runs a hold whose failures must not be mistaken for those of its command, if it has one.
  package static func beforeCommand(
    _ command: [String]?,
    _ hold: () async throws(Failure) -> ExitStatus
  ) async throws(Failure) -> ExitStatus {
    do throws(Failure) {
      return try await hold()
    } catch  where command != nil && error.status.rawValue < ExitStatus.beforeCommand.rawValue {
      throw Failure(error.code, status: .beforeCommand, reason: error.reason, hint: error.hint)
    }
  }
}

package enum HoldStep: Hashable, Sendable {
  case print(SessionsInterface.Hold.Reply)
  case printError(String)
  case printFailure(Failure)
  case startCommand
  case forward(CInt)
  case exit(ExitStatus)
}

/// Decides what to do after each event of a hold.
package struct HoldProgress: Sendable {
  let hasCommand: Bool
  /// Whether the command also runs without a daemon.
  let isBestEffort: Bool
  /// Whether a person reads the events, for whom the error is enough.
  let isOnTerminal: Bool
  private(set) var hasStarted = false
  /// The last message about a hold that is interrupted.
  private(set) var interruption: String?

  package init(hasCommand: Bool, isBestEffort: Bool = false, isOnTerminal: Bool = false) {
    self.hasCommand = hasCommand
    self.isBestEffort = isBestEffort
    self.isOnTerminal = isOnTerminal
  }

  package mutating func steps(after event: HoldSubscription.Event) -> [HoldStep] {
    switch event {
    case .reply(let reply): steps(after: reply)
    case .timedOut: steps(after: SessionsInterface.Hold.Reply(scene: 0, event: .expired))
    case .interrupted(let message): printOnce(message) + (isBestEffort ? start() : [])
    case .failed(let failure): [.printFailure(failure)] + ending(failure)
    case .signal(let signal): steps(after: signal)
    case .verb(.commandEnded(let end)): [.exit(ExitStatus(of: end))]
    case .verb(.processEnded): [.exit(.success)]
    case .reconnected, .finished: []
    }
  }

  private mutating func ending(_ failure: Failure) -> [HoldStep] {
    if isBestEffort, failure.status == .unreachable { return start() }
    return hasStarted ? [] : [.exit(hasCommand ? .beforeCommand : failure.status)]
  }

  /// A hold that was cancelled before it was in effect starts no command, except with
  /// `--best-effort`.
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
    // The command runs in any case; only the level was limited in time.
    case .expired: return [.printError(Self.expired)] + start()
    // A suspended hold may stay so for long: start the command now, and apply the level when the
    // session is active.
    case .holding, .suspended: return start()
    case .outranked, .yielded, .resumed: return []
    }
  }

  /// The signals that are for the command: all but those that cannot be caught, that are about this
  /// process (a fault, a closed pipe, a limit, a child), or that stop and continue a job. The C
  /// library has two for its threads.
  package static let forwardable: [CInt] = {
    let own = [
      SIGKILL, SIGSTOP, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPIPE, SIGXCPU, SIGXFSZ, SIGCHLD,
      SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT,
    ]
    let ofLibrary = SIGSYS + 1..<__libc_current_sigrtmin()
    return (1...__libc_current_sigrtmax()).filter { !own.contains($0) && !ofLibrary.contains($0) }
  }()

  private func steps(after signal: Signal) -> [HoldStep] {
    guard hasCommand else { return [.exit(.success)] }
    guard hasStarted else {
      let isIgnored = [SIGWINCH, SIGURG].contains(signal.number)
      return isIgnored ? [] : [.exit(ExitStatus(ofSignal: signal.number))]
    }
    // The terminal sends these to the whole process group, which includes the command.
    let isOfGroup = signal.isFromKernel && [SIGINT, SIGQUIT, SIGWINCH].contains(signal.number)
    return isOfGroup ? [] : [.forward(signal.number)]
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
