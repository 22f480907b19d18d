import ControlAPI
import EventLoop
import Glibc
import Model
import Testing

@testable import Commands

@Suite struct HoldProgressTests {
  @Test func `a command begins when the lights show it, and once`() {
    var progress = HoldProgress(hasCommand: true)

    #expect(progress.steps(after: told(.holding)) == [.startCommand])
    #expect(progress.steps(after: told(.outranked)) == [])
    #expect(progress.steps(after: .lost) == [.complain(lost)])
    #expect(progress.steps(after: told(.holding)) == [])
    #expect(progress.steps(after: told(.expired)) == [])
  }

  @Test func `a command begins also when its hold is suspended, and once`() {
    var progress = HoldProgress(hasCommand: true)

    #expect(progress.steps(after: told(.suspended)) == [.startCommand])
    #expect(progress.steps(after: told(.holding)) == [])
    #expect(progress.steps(after: told(.suspended)) == [])
  }

  @Test(arguments: [
    (ProcessEnd.exited(0), CInt(0)), (.exited(7), 7), (.killed(signal: SIGKILL), 137), (.killed(signal: SIGTERM), 143),
    (.unknown, 1),
  ])
  func `the end of a command is the end, with its status`(end: ProcessEnd, status: CInt) {
    var progress = begun()

    #expect(progress.steps(after: .ended(end)) == [.end(ExitStatus(rawValue: status))])
  }

  @Test func `a cancelled hold is said, and its command goes on`() {
    var progress = begun()

    #expect(progress.steps(after: told(.cancelled)) == [.complain("cannot hold 'lights': the hold was cancelled")])
  }

  @Test func `without a command each event is said, and the last ends it`() {
    var progress = HoldProgress(hasCommand: false)

    #expect(progress.steps(after: told(.holding)) == [.say(reply(.holding))])
    #expect(progress.steps(after: told(.yielded)) == [.say(reply(.yielded))])
    #expect(progress.steps(after: told(.expired)) == [.say(reply(.expired)), .end(.done)])
    #expect(progress.steps(after: told(.cancelled)).last == .end(.refused))
  }

  @Test func `what is refused before it holds ends with its status, and no command is begun`() {
    let failure = Failure(status: .noSuchLight, reason: "cannot find 'x': there is no light")
    var progress = HoldProgress(hasCommand: true)

    #expect(progress.steps(after: .refused(failure)) == [.complain(failure.reason), .end(.noSuchLight)])
  }

  @Test func `what is refused when it is to be held again leaves the command alone`() {
    let failure = Failure(status: .refused, reason: "cannot hold 'lights': permission denied")
    var progress = begun()

    #expect(progress.steps(after: .refused(failure)) == [.complain(failure.reason)])
  }

  @Test func `that a daemon is gone is said once, until the lights were held again`() {
    var progress = begun()

    #expect(progress.steps(after: .lost) == [.complain(lost)])
    #expect(progress.steps(after: .lost) == [])
    #expect(progress.steps(after: told(.holding)) == [])
    #expect(progress.steps(after: .lost) == [.complain(lost)])
  }

  @Test(arguments: [true, false])
  func `a light that is not back yet is said once, and waited for`(hasCommand: Bool) {
    let failure = Failure(status: .noSuchLight, reason: "cannot find 'x': there is no light")
    var progress = HoldProgress(hasCommand: hasCommand)
    _ = progress.steps(after: told(.holding))

    #expect(
      progress.steps(after: .missing(failure))
        == [.complain("cannot find 'x': there is no light; it is held again when it is back")]
    )
    #expect(progress.steps(after: .missing(failure)) == [])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `without a command a signal is the end that was wanted`(signal: CInt) {
    var progress = HoldProgress(hasCommand: false)

    #expect(progress.steps(after: .signal(Signal(number: signal, sender: 0, user: 0))) == [.end(.done)])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `before a command has begun a signal ends as it would have ended the command`(signal: CInt) {
    var progress = HoldProgress(hasCommand: true)

    let steps = progress.steps(after: .signal(Signal(number: signal, sender: 4711, user: 0)))

    #expect(steps == [.end(ExitStatus(rawValue: 128 + signal))])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal of another process is passed on to the command`(signal: CInt) {
    var progress = begun()

    #expect(progress.steps(after: .signal(Signal(number: signal, sender: 4711, user: 0))) == [.passOn(signal)])
  }

  @Test func `what the terminal sends it has sent to the command too`() {
    var progress = begun()

    for signal in [SIGINT, SIGHUP, SIGQUIT] {
      #expect(progress.steps(after: .signal(Signal(number: signal, sender: 0, user: 0))) == [])
    }
    #expect(progress.steps(after: .signal(Signal(number: SIGTERM, sender: 0, user: 0))) == [.passOn(SIGTERM)])
  }

  private let lost = "cannot hold 'lights': the daemon is gone; they are held again when it is back"

  private func begun() -> HoldProgress {
    var progress = HoldProgress(hasCommand: true)
    _ = progress.steps(after: told(.holding))
    return progress
  }

  private func told(_ event: SessionsInterface.SceneEvent) -> HoldNews { .told(reply(event)) }

  private func reply(_ event: SessionsInterface.SceneEvent) -> SessionsInterface.Hold.Reply {
    .init(scene: 1, event: event)
  }
}
