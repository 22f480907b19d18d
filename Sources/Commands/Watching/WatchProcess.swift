import ControlAPI
import EventLoop
import Glibc
import Varlink

/// The process that watches: what it is told goes to the screen, or line by line to the standard output.
struct WatchProcess: Sendable {
  let form: WatchForm
  let surroundings: Surroundings
  let daemon: DaemonAddress

  private static let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let ofTerminal = [SIGWINCH, SIGTSTP, SIGCONT]

  func run(_ lights: WatchedLights, by client: ControlClient) async throws(Failure) -> ExitStatus {
    let (news, teller) = AsyncStream.makeStream(of: WatchNews.self)
    let numbers = SignalMask.notIgnored(Self.ends) + (form == .table ? Self.ofTerminal : [])
    let signals: Watch
    do throws(SystemError) {
      signals = try daemon.loop.onSignals(numbers) { teller.yield(.signal($0)) }
    } catch {
      throw Failure(status: .refused, reason: "\(error)")
    }
    let follower = Task(executorPreference: daemon.loop) { await lights.follow(client) { teller.yield($0) } }
    defer { follower.cancel() }
    let status = form == .table ? try await draw(news, of: lights.light) : try await tellLines(news)
    _ = consume signals
    return status
  }

  private func tellLines(_ news: AsyncStream<WatchNews>) async throws(Failure) -> ExitStatus {
    for await each in news {
      switch each {
      case .told(let reply): if let line = form.line(reply) { try surroundings.say([line]) }
      case .lost: surroundings.complain(LivePicture.lost)
      case .found: break
      case .missing(let failure): surroundings.complain(LivePicture.missing(failure))
      case .refused(let failure): throw failure
      case .signal: return .done
      }
    }
    return .done
  }

  private func draw(_ news: AsyncStream<WatchNews>, of light: String?) async throws(Failure) -> ExitStatus {
    let screen = LiveScreen(surroundings)
    defer { screen.close() }
    try screen.open()
    var picture = LivePicture()
    // Nobody is told of lights where there are none.
    if light == nil { picture.overview.lights = (try? await daemon.connect().lights.list().lights) ?? [] }
    try show(picture, on: screen)
    for await each in news {
      switch each {
      case .told(let reply):
        picture.take(reply)
        if !picture.knowsHolders {
          picture.overview.sessions = (try? await daemon.connect().sessions.list().sessions) ?? []
        }
      case .lost: picture.trouble = LivePicture.lost
      case .found: picture = LivePicture()
      case .missing(let failure): picture.trouble = LivePicture.missing(failure)
      case .refused(let failure): throw failure
      case .signal(let signal):
        if Self.ends.contains(signal.number) { return .done }
        try obey(signal, screen)
      }
      try show(picture, on: screen)
    }
    return .done
  }

  /// Stopping gives the terminal back first, and going on takes it again.
  private func obey(_ signal: Signal, _ screen: LiveScreen) throws(Failure) {
    if signal.number == SIGTSTP {
      screen.close()
      kill(getpid(), SIGSTOP)
    }
    try screen.open()
    screen.forget()
  }

  private func show(_ picture: LivePicture, on screen: LiveScreen) throws(Failure) {
    let size = Screen.size(of: STDOUT_FILENO)
    var shape = surroundings.screen
    shape.columns = size?.columns ?? shape.columns
    try screen.show(picture.lines(on: shape, surroundings.names), rows: size?.rows ?? 24)
  }
}

/// What happens to who watches.
enum WatchNews: Sendable {
  case told(LightsInterface.Watch.Reply)
  /// The daemon is gone.
  case lost
  /// There is a daemon again, which tells everything anew.
  case found
  /// It does not know the light yet.
  case missing(Failure)
  case refused(Failure)
  case signal(Signal)
}

/// The lights as the daemon tells of them, and the next daemon after it.
struct WatchedLights: Sendable {
  let light: String?
  let daemon: DaemonAddress

  /// Tells what happens, until nothing can be told any more.
  func follow(_ first: ControlClient, _ tell: @escaping @Sendable (WatchNews) -> Void) async {
    var client = first
    var hasFollowed = false
    var isMissing = false
    while true {
      var isWelcome = false
      do throws(ControlError) {
        for try await reply in client.lights.watch(light: light) {
          (isWelcome, isMissing) = (true, false)
          tell(.told(reply))
        }
      } catch {
        guard case .call(.disconnected) = error else {
          let failure = await client.failure(error, cannot: "watch", light)
          // A daemon that was just started may know less than the one before.
          guard hasFollowed, failure.status == .noSuchLight else { return tell(.refused(failure)) }
          if !isMissing { tell(.missing(failure)) }
          isMissing = true
          do { try await daemon.loop.sleep(for: daemon.patience) } catch { return }
          continue
        }
      }
      hasFollowed = hasFollowed || isWelcome
      tell(.lost)
      do throws(Failure) {
        guard let next = try await daemon.connectAgain(isWelcome: isWelcome) else { return }
        client = next
        tell(.found)
      } catch {
        return tell(.refused(error))
      }
    }
  }
}
