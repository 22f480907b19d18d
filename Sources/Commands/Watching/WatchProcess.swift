import ControlAPI
import EventLoop
import Glibc

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
    if light == nil { picture.overview.lights = (try? await daemon.connect().lights()) ?? [] }
    try show(picture, on: screen)
    for await each in news {
      switch each {
      case .told(let reply):
        picture.take(reply)
        if !picture.knowsHolders { picture.overview.sessions = (try? await daemon.connect().sessions()) ?? [] }
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
