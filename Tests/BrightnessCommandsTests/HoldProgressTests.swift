import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Glibc
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct HoldProgressTests {
  @Test(arguments: [SessionsInterface.SceneEvent.holding, .suspended])
  func `the command starts once, when the hold is in effect or suspended`(first: SessionsInterface.SceneEvent) {
    var progress = HoldProgress(hasCommand: true)

    #expect(progress.steps(after: event(first)) == [.startCommand])
    #expect(progress.steps(after: event(.outranked)) == [])
    #expect(progress.steps(after: event(.suspended)) == [])
    #expect(progress.steps(after: .interrupted(lost)) == [.printError(lost)])
    #expect(progress.steps(after: event(.holding)) == [])
  }

  @Test(arguments: [
    (SessionsInterface.SceneEvent.expired, " any longer: the time of --for is up; the command goes on"),
    (.cancelled, ": the hold was cancelled"),
  ])
  func `an ended hold is reported, and its command continues`(event: SessionsInterface.SceneEvent, reason: String) {
    var progress = started()

    #expect(progress.steps(after: self.event(event)) == [.printError("cannot hold 'lights'\(reason)")])
  }

  @Test func `with best effort the command also starts without a daemon, once`() {
    var progress = HoldProgress(hasCommand: true, isBestEffort: true)

    #expect(progress.steps(after: .interrupted(lost)) == [.printError(lost), .startCommand])
    #expect(progress.steps(after: .reconnected) == [])
    #expect(progress.steps(after: event(.holding)) == [])
  }

  @Test func `with best effort a silent daemon is reported, and one that refuses still ends the hold`() {
    let silent = Failure(.unreachable, reason: "cannot hold 'lights': no reply within 5.0 seconds")
    let refused = Failure(.failed, reason: "cannot hold 'lights': permission denied")
    var progress = HoldProgress(hasCommand: true, isBestEffort: true)

    #expect(progress.steps(after: .failed(refused)) == [.printFailure(refused), .exit(.beforeCommand)])
    #expect(progress.steps(after: .failed(silent)) == [.printFailure(silent), .startCommand])
  }

  @Test func `a hold for a process ends with it`() {
    var progress = HoldProgress(hasCommand: false)
    _ = progress.steps(after: event(.holding))

    #expect(progress.steps(after: .verb(.processEnded)) == [.exit(.success)])
  }

  @Test(arguments: [
    (ProcessEnd.exited(0), CInt(0)), (.exited(7), 7), (.killed(signal: SIGKILL), 137), (.killed(signal: SIGTERM), 143),
    (.unknown, 1),
  ])
  func `the exit status is that of the command`(end: ProcessEnd, status: CInt) {
    var progress = started()

    #expect(progress.steps(after: .verb(.commandEnded(end))) == [.exit(ExitStatus(rawValue: status))])
  }

  @Test func `a hold that is cancelled before it is in effect starts its command only with best effort`() {
    let message = HoldStep.printError("cannot hold 'lights': the hold was cancelled")
    var strict = HoldProgress(hasCommand: true)
    var lenient = HoldProgress(hasCommand: true, isBestEffort: true)

    #expect(strict.steps(after: event(.cancelled)) == [message, .exit(.beforeCommand)])
    #expect(lenient.steps(after: event(.cancelled)) == [message, .startCommand])
  }

  @Test func `a hold whose time is up before it is in effect starts its command`() {
    var progress = HoldProgress(hasCommand: true)

    #expect(progress.steps(after: event(.expired)).last == .startCommand)
    #expect(progress.steps(after: event(.cancelled)).count == 1)
  }

  @Test func `without a command each event is printed, and the last one exits`() {
    var progress = HoldProgress(hasCommand: false)

    #expect(progress.steps(after: event(.holding)) == [.print(reply(.holding))])
    #expect(progress.steps(after: event(.yielded)) == [.print(reply(.yielded))])
    #expect(progress.steps(after: event(.expired)) == [.print(reply(.expired)), .exit(.success)])
  }

  @Test(arguments: [true, false])
  func `a cancelled hold without a command says so once on a terminal, and to scripts by its event`(isOnTerminal: Bool)
  {
    var progress = HoldProgress(hasCommand: false, isOnTerminal: isOnTerminal)

    let event = isOnTerminal ? [] : [HoldStep.print(reply(.cancelled))]
    let error = HoldStep.printError("cannot hold 'lights': the hold was cancelled")
    #expect(progress.steps(after: self.event(.cancelled)) == event + [error, .exit(.failed)])
  }

  @Test(arguments: [(false, CInt(4)), (true, 125)])
  func `a hold that is refused starts no command, and exits with a status of its own`(
    hasCommand: Bool,
    status: CInt
  ) {
    let failure = Failure(.noSuchLight, reason: "cannot find 'x': there is no light")
    var progress = HoldProgress(hasCommand: hasCommand)

    #expect(progress.steps(after: .failed(failure)) == [.printFailure(failure), .exit(.init(rawValue: status))])
  }

  @Test func `a hold that is refused after a restart leaves the command running`() {
    let failure = Failure(.failed, reason: "cannot hold 'lights': permission denied")
    var progress = started()

    #expect(progress.steps(after: .failed(failure)) == [.printFailure(failure)])
  }

  @Test(arguments: [true, false])
  func `a lost daemon is reported once until the hold is in effect again`(hasCommand: Bool) {
    var progress = HoldProgress(hasCommand: hasCommand)
    _ = progress.steps(after: event(.holding))

    #expect(progress.steps(after: .interrupted(lost)) == [.printError(lost)])
    #expect(progress.steps(after: .interrupted(lost)) == [])
    _ = progress.steps(after: event(.holding))
    #expect(progress.steps(after: .interrupted(lost)) == [.printError(lost)])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `without a command a signal exits with success`(signal: CInt) {
    var progress = HoldProgress(hasCommand: false)

    #expect(progress.steps(after: .signal(Signal(number: signal, sender: 0, user: 0))) == [.exit(.success)])
  }

  @Test func `signals about the hold itself, and those that stop and continue a job, are not for the command`() {
    let libc: Set<CInt> = [32, 33]
    let faults: Set = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    let own: Set = [SIGKILL, SIGSTOP, SIGCHLD, SIGPIPE, SIGXCPU, SIGXFSZ]
    let ofJobs: Set = [SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT]

    #expect(Set(1...64).subtracting(HoldProgress.forwardable) == libc.union(faults).union(own).union(ofJobs))
  }

  @Test(arguments: [SIGWINCH, SIGURG])
  func `a signal that is ignored by default changes nothing before the command starts`(signal: CInt) {
    var progress = HoldProgress(hasCommand: true)

    #expect(progress.steps(after: .signal(Signal(number: signal, sender: 4711, user: 0))) == [])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1])
  func `a signal before the command starts exits with 128 plus its number`(signal: CInt) {
    var progress = HoldProgress(hasCommand: true)

    let steps = progress.steps(after: .signal(Signal(number: signal, sender: 4711, user: 0)))

    #expect(steps == [.exit(ExitStatus(rawValue: 128 + signal))])
  }

  /// Outside the namespace of the hold, as with `docker kill`, the sender's number is 0.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGWINCH, 64], [4711, 0])
  func `a signal of another process is forwarded to the command`(signal: CInt, sender: pid_t) {
    var progress = started()

    #expect(progress.steps(after: .signal(Signal(number: signal, sender: sender, user: 0))) == [.forward(signal)])
  }

  @Test(arguments: [SIGINT, SIGQUIT, SIGWINCH])
  func `a signal that the terminal sends to the whole group is not forwarded`(signal: CInt) {
    var progress = started()

    #expect(progress.steps(after: .signal(ofKernel(signal))) == [])
  }

  @Test(arguments: [SIGHUP, SIGALRM])
  func `a signal of the kernel to the hold alone is forwarded`(signal: CInt) {
    var progress = started()

    #expect(progress.steps(after: .signal(ofKernel(signal))) == [.forward(signal)])
  }

  private func ofKernel(_ signal: CInt) -> Signal { Signal(number: signal, sender: 0, user: 0, isFromKernel: true) }

  private let lost = "cannot hold 'lights': the daemon is not running; the hold resumes when it is back"

  private func started() -> HoldProgress {
    var progress = HoldProgress(hasCommand: true)
    _ = progress.steps(after: event(.holding))
    return progress
  }

  private func event(_ event: SessionsInterface.SceneEvent) -> HoldSubscription.Event { .reply(reply(event)) }

  private func reply(_ event: SessionsInterface.SceneEvent) -> SessionsInterface.Hold.Reply {
    .init(scene: 1, event: event)
  }
}
