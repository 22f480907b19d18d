import CommandLines
import ControlAPI
import EventLoop
import Glibc
import Model

/// `watch`: shows the overview as it changes, or prints a line for each change.
struct WatchVerb: Verb {
  private static let bars: [String: WatchForm] = ["waybar": .waybar, "wob": .wob]
  static let format = Option(
    name: "--format",
    meaning: "print lines for a status bar or an overlay: waybar, wob",
    value: Parameter(name: "BAR", expected: "waybar or wob", kind: .text(bars.keys.sorted()))
  )

  static let grammar = Grammar(
    name: "watch",
    summary: "show lights and holds as they change",
    operands: [.light],
    options: [.json, format],
    details: [
      """
      On a terminal it shows the table; otherwise each change is a line: the light, its level and the cause. It begins with
      the state of every light. When the daemon dies it waits for the next one, and begins again.
      """,
      "A bar shows one light: LIGHT, or the panel. An overlay shows only changes.",
    ],
    examples: [
      ("watch", "the table, until q or Ctrl-C"),
      ("watch --json", "a JSON object for each change"),
      ("watch --format waybar", "for the `exec` of a custom module with `return-type` json"),
      ("watch --format wob", "a percentage for wob at each change"),
    ]
  ) { arguments throws(UsageError) in
    try arguments.refuse(.json, with: format)
    let bar = try arguments.value(of: format) { (text) throws(UsageError) in
      guard let form = bars[text] else { throw .unexpectedWord(text, expected: "waybar or wob") }
      return form
    }
    return WatchVerb(light: try arguments.optionalWord(), form: arguments.has(.json) ? .json : bar)
  }

  let light: String?
  /// Nil for the table on a terminal, and lines elsewhere.
  let form: WatchForm?

  private static let endSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let terminalSignals = [SIGWINCH, SIGTSTP, SIGCONT]

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let form = form ?? (Console.screen.isPage ? .table : .line)
    var light = light
    if light == nil, form.isOfOneLight { light = try await client.light(nil, for: "watch").id }
    let subscription = Subscription<LightsInterface.Watch>(
      daemon: daemon,
      verb: "watch",
      light: light,
      resumption: "updates resume",
      isRepeatable: true
    ) { [light] client, _ in client.lights.watch(light: light) }
    let signals = SignalMask.notIgnored(Self.endSignals) + (form == .table ? Self.terminalSignals : [])
    return try await subscription.follow(client, signals: signals) { (events, continuation) throws(Failure) in
      // A bar that is killed does not end its children, and a write would fail only at the next change of a light.
      let output = try converting(Failure.init) { () throws(SystemError) in
        try daemon.loop.onHangUp(of: try Descriptor(duplicating: STDOUT_FILENO)) { continuation.yield(.outputClosed) }
      }
      defer { withExtendedLifetime(output) {} }
      if form == .table {
        let sessions = SessionsWatch(of: daemon) { continuation.yield($0) }
        let key = LeaveKey(on: daemon.loop) { continuation.yield(.finished) }
        defer { withExtendedLifetime(key) {} }
        return try await draw(events, sessions, LiveScreen(hint: key == nil ? nil : LeaveKey.hint), on: daemon)
      }
      for await event in events {
        switch event {
        case .reply(let reply): if let line = form.line(reply) { try Console.print([line]) }
        case .interrupted(let message): Console.printError(message)
        case .failed(let failure): throw failure
        case .signal, .finished, .outputClosed: return .success
        case .reconnected, .timedOut, .commandEnded, .processEnded, .sessionsChanged, .commandMayRun: break
        }
      }
      return .success
    }
  }

  private func draw(
    _ events: AsyncStream<WatchEvent>,
    _ sessions: SessionsWatch,
    _ screen: LiveScreen,
    on daemon: DaemonAddress
  ) async throws(Failure) -> ExitStatus {
    defer { screen.close() }
    try screen.open()
    var picture = LiveTable()
    // Without lights there are no events: draw the empty table first.
    if light == nil { picture.overview.lights = (try? await daemon.connect().lights.list().lights) ?? [] }
    try screen.show(picture)
    sessions.begin()
    for await event in events {
      switch event {
      case .reply(let reply):
        picture.apply(reply)
        picture.overview.sessions = await sessions.list() ?? []
      case .sessionsChanged: picture.overview.sessions = await sessions.list() ?? picture.overview.sessions
      case .commandMayRun:
        picture.overview.sessions = await sessions.list(again: false) ?? picture.overview.sessions
      case .interrupted(let message): picture.interruption = message
      case .reconnected:
        picture = LiveTable()
        sessions.begin()
      case .failed(let failure): throw failure
      case .signal(let signal):
        if Self.endSignals.contains(signal.number) { return .success }
        try screen.handle(signal)
      case .finished, .outputClosed: return .success
      case .timedOut, .commandEnded, .processEnded: break
      }
      try screen.show(picture)
    }
    return .success
  }
}

enum WatchForm: Sendable, Hashable {
  case table, line, json, waybar, wob

  /// Whether it shows a single light.
  var isOfOneLight: Bool { self == .waybar || self == .wob }

  /// A change as a line; nil for the table, and for a change that the form does not show.
  func line(_ change: LightsInterface.Watch.Reply) -> String? {
    switch self {
    case .table: nil
    case .line: "\(change.light.id) \(change.light.level(.text)) \(change.cause.rawValue)"
    case .json:
      JSONLine.text(
        ("sequence", change.sequence),
        ("cause", change.cause),
        ("pid", change.pid),
        ("light", change.light)
      )
    case .waybar: change.light.waybarObject(isRemoved: change.cause == .removed)
    case .wob: change.isOfLevel ? "\(change.light.wholePercent)" : nil
    }
  }
}

extension LightsInterface.Watch.Reply {
  /// Whether the level may have changed: not at the start, and not by a device that comes or goes.
  fileprivate var isOfLevel: Bool { [.set, .hold, .release, .external, .seat].contains(cause) }
}

extension Light {
  /// 0 only for a light that is off.
  fileprivate var wholePercent: Int { level > 0 ? max(1, level.nearestInteger) : 0 }

  /// The object for Waybar's custom modules. An empty text hides the module.
  fileprivate func waybarObject(isRemoved: Bool) -> String {
    if isRemoved { return JSONLine.object([("text", "")]) }
    let reason = reason.map { ": \($0)" } ?? ""
    // Bars colour problems by class; a restore in progress is none.
    let state = isChanging ? LightsInterface.State.free : state
    return JSONLine.object([
      ("text", level.inPercent),
      ("alt", kind.rawValue),
      ("tooltip", "\(id): \(level.inPercent), \(state.rawValue)\(reason)"),
      ("class", state.rawValue),
      ("percentage", wholePercent),
    ])
  }
}

typealias WatchEvent = Subscription<LightsInterface.Watch>.Event
