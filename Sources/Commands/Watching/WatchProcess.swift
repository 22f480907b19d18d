import ControlAPI
import EventLoop
import Glibc

typealias WatchEvent = Subscription<LightsInterface.Watch>.Event

extension WatchVerb {
  private static let endSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let terminalSignals = [SIGWINCH, SIGTSTP, SIGCONT]

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let form = form ?? (Console.screen.isPage ? .table : .line)
    var light = light
    if light == nil, form == .waybar { light = try await client.light(nil, for: "watch").id }
    let subscription = Subscription<LightsInterface.Watch>(
      daemon: daemon,
      verb: "watch",
      light: light,
      resumption: "updates resume"
    ) { [light] client, _ in client.lights.watch(light: light) }
    let signals = SignalMask.notIgnored(Self.endSignals) + (form == .table ? Self.terminalSignals : [])
    return try await subscription.follow(client, signals: signals) { (events, _) throws(Failure) in
      if form == .table { return try await draw(events, on: daemon) }
      for await event in events {
        switch event {
        case .reply(let reply): if let line = form.line(reply) { try Console.print([line]) }
        case .interrupted(let message): Console.printError(message)
        case .failed(let failure): throw failure
        case .signal, .finished: return .success
        case .reconnected, .timedOut, .commandEnded: break
        }
      }
      return .success
    }
  }

  private func draw(_ events: AsyncStream<WatchEvent>, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let screen = LiveScreen()
    defer { screen.close() }
    try screen.open()
    var picture = LivePicture()
    // Without lights there are no events: draw the empty table first.
    if light == nil { picture.overview.lights = (try? await daemon.connect().lights.list().lights) ?? [] }
    try screen.show(picture)
    for await event in events {
      switch event {
      case .reply(let reply):
        picture.apply(reply)
        if !picture.knowsHolders {
          picture.overview.sessions = (try? await daemon.connect().sessions.list().sessions) ?? []
        }
      case .interrupted(let message): picture.interruption = message
      case .reconnected: picture = LivePicture()
      case .failed(let failure): throw failure
      case .signal(let signal):
        if Self.endSignals.contains(signal.number) { return .success }
        try screen.handle(signal)
      case .finished: return .success
      case .timedOut, .commandEnded: break
      }
      try screen.show(picture)
    }
    return .success
  }
}
