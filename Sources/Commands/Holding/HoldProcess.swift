import ControlAPI
import EventLoop
import Glibc
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
