import ControlAPI
import EventLoop
import Glibc
import Model
import Varlink

/// The process that holds, with the command that it may run: does what the progress says.
struct HoldProcess: Sendable {
  let command: [String]?
  let isJSON: Bool
  let surroundings: Surroundings
  let loop: EventLoop

  private static let passedOn = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  func run(_ scene: HeldScene) async throws(Failure) -> ExitStatus {
    let (news, teller) = AsyncStream.makeStream(of: HoldNews.self)
    let mask = SignalMask.current
    let signals: Watch
    do throws(SystemError) {
      signals = try loop.onSignals(SignalMask.notIgnored(Self.passedOn)) { teller.yield(.signal($0)) }
    } catch {
      throw Failure(status: .refused, reason: "\(error)")
    }
    let keeper = Task(executorPreference: loop) { await scene.keep { teller.yield($0) } }
    defer { keeper.cancel() }
    let status = try await follow(news, teller, mask)
    _ = consume signals
    return status
  }

  private func follow(
    _ news: AsyncStream<HoldNews>,
    _ teller: AsyncStream<HoldNews>.Continuation,
    _ mask: SignalMask
  ) async throws(Failure) -> ExitStatus {
    var progress = HoldProgress(hasCommand: command != nil)
    var child: RunningCommand?
    for await each in news {
      for step in progress.steps(after: each) {
        switch step {
        case .say(let reply): try surroundings.say([line(reply)])
        case .complain(let sentence): surroundings.complain(sentence)
        case .startCommand: child = try start(command ?? [], mask) { teller.yield(.ended($0)) }
        case .passOn(let signal): child?.signal(signal)
        case .end(let status): return status
        }
      }
    }
    return .refused
  }

  private func start(
    _ command: [String],
    _ mask: SignalMask,
    _ tell: @escaping @Sendable (ProcessEnd) -> Void
  ) throws(Failure) -> RunningCommand {
    try RunningCommand(command.first ?? "", surroundings.asGiven(command), mask, on: loop, tell)
  }

  private func line(_ reply: SessionsInterface.Hold.Reply) -> String {
    if isJSON { return JSONLine.text(("hold", reply)) }
    return reply.light.map { "\(reply.event.rawValue) \($0)" } ?? reply.event.rawValue
  }
}

/// What happens while something is held.
enum HoldNews: Sendable {
  /// The daemon says what became of the scene.
  case told(SessionsInterface.Hold.Reply)
  /// The daemon is gone.
  case lost
  /// A light that was held is not there, now that there is a daemon again.
  case missing(Failure)
  /// It cannot be held, now or again.
  case refused(Failure)
  case signal(Signal)
  /// The command has ended.
  case ended(ProcessEnd)
}

/// What is to be done about it.
enum HoldStep: Hashable, Sendable {
  case say(SessionsInterface.Hold.Reply)
  case complain(String)
  case startCommand
  case passOn(CInt)
  case end(ExitStatus)
}

/// How far a hold has come: a value that decides, for a process that obeys.
struct HoldProgress: Sendable {
  let hasCommand: Bool
  private var hasBegun = false
  /// What stands in the way since it was held last, as it was said.
  private var trouble: String?

  init(hasCommand: Bool) {
    self.hasCommand = hasCommand
  }

  mutating func steps(after news: HoldNews) -> [HoldStep] {
    switch news {
    case .told(let reply): told(reply)
    case .lost: sayOnce("cannot hold 'lights': the daemon is gone; they are held again when it is back")
    case .missing(let failure): sayOnce("\(failure.reason); it is held again when it is back")
    case .refused(let failure): refused(failure)
    case .signal(let signal): signalled(signal)
    case .ended(let end): [.end(ExitStatus(of: end))]
    }
  }

  private mutating func sayOnce(_ sentence: String) -> [HoldStep] {
    if sentence == trouble { return [] }
    trouble = sentence
    return [.complain(sentence)]
  }

  private mutating func told(_ reply: SessionsInterface.Hold.Reply) -> [HoldStep] {
    trouble = nil
    guard hasCommand else {
      switch reply.event {
      case .expired: return [.say(reply), .end(.done)]
      case .cancelled: return [.say(reply), .complain(Self.cancelled), .end(.refused)]
      case .holding, .outranked, .suspended, .yielded, .resumed: return [.say(reply)]
      }
    }
    // The terminal is the command's: only what it may miss is said.
    if reply.event == .cancelled { return [.complain(Self.cancelled)] }
    // Its user may be away for long: the command is theirs at once, and the lights when they are back.
    guard [.holding, .suspended].contains(reply.event), !hasBegun else { return [] }
    hasBegun = true
    return [.startCommand]
  }

  private func refused(_ failure: Failure) -> [HoldStep] {
    [.complain(failure.sentence)] + (hasBegun ? [] : [.end(failure.status)])
  }

  private func signalled(_ signal: Signal) -> [HoldStep] {
    guard hasCommand else { return [.end(.done)] }
    guard hasBegun else { return [.end(ExitStatus(ofSignal: signal.number))] }
    // What the terminal sends it sends to the command too, which is of the same process group.
    let isOfTerminal = signal.sender == 0 && [SIGINT, SIGQUIT, SIGHUP].contains(signal.number)
    return isOfTerminal ? [] : [.passOn(signal.number)]
  }

  private static let cancelled = "cannot hold 'lights': the hold was cancelled"
}

extension ExitStatus {
  /// That of a command, as shells tell it.
  init(of end: ProcessEnd) {
    switch end {
    case .exited(let status): self.init(rawValue: status)
    case .killed(let signal): self.init(ofSignal: signal)
    case .unknown: self = .refused
    }
  }

  init(ofSignal signal: CInt) {
    self.init(rawValue: 128 + signal)
  }
}
