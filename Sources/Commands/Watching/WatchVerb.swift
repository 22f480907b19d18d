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
    options: [.json, .percent, format],
    details: [
      """
      On a terminal it shows the table; otherwise each change is a line: the light, its level and the cause. It begins with
      the state of every light. When the daemon dies it waits for the next one, and begins again.
      """,
      "A bar shows one light, the one that `get` prints. An overlay shows what the user changes, and no holds.",
    ],
    examples: [
      ("watch", "the table, until q or Ctrl-C"),
      ("watch --json", "a JSON object for each change"),
      ("watch --percent", "the level that `get` prints as a plain number, at once and at each change"),
      ("watch --format waybar", "for the `exec` of a custom module with `return-type` json"),
      ("watch --format wob", "the user's level in whole percent at each change by the user"),
    ]
  ) { arguments throws(UsageError) in
    try arguments.refuse(.json, with: .percent)
    try arguments.refuse(.json, with: format)
    try arguments.refuse(.percent, with: format)
    let bar = try arguments.value(of: format) { (text) throws(UsageError) in
      guard let form = bars[text] else { throw .unexpectedWord(text, expected: "waybar or wob") }
      return form
    }
    let form = arguments.has(.json) ? .json : arguments.has(.percent) ? .percent : bar
    return WatchVerb(light: try arguments.optionalWord(), form: form)
  }

  let light: String?
  /// Nil for the table on a terminal, and lines elsewhere.
  let form: WatchForm?

  private static let endSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let terminalSignals = [SIGWINCH, SIGTSTP, SIGCONT]

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let form = form ?? (Console.screen.isPage ? .table : .line)
    // Nil if the user named the light: a name that is no kind means one.
    let isNamed = light.map { LightsInterface.Kind(rawValue: $0) == nil } ?? false
    let chosen = form.isOfOneLight && !isNamed ? try await client.light(light, for: "watch").id : nil
    // A bar's tooltip names all screens, unless the user named some.
    let watched = form == .waybar ? light : chosen ?? light
    let subscription = Subscription<LightsInterface.Watch>(
      daemon: daemon,
      verb: "watch",
      light: watched,
      resumption: "updates resume",
      isRepeatable: true
    ) { client, _ in client.lights.watch(light: watched) }
    let signals = SignalMask.notIgnored(Self.endSignals) + (form == .table ? Self.terminalSignals : [])
    return try await subscription.follow(client, signals: signals) { (events, continuation) throws(Failure) in
      // A bar that is killed does not end its children, and a write would fail only at the next change of a light.
      let output = try converting(Failure.init) { () throws(SystemError) in
        try daemon.loop.onHangUp(of: try Descriptor(duplicating: STDOUT_FILENO)) { continuation.yield(.outputClosed) }
      }
      defer { withExtendedLifetime(output) {} }
      if form == .table || form == .waybar {
        let sessions = SessionsWatch(of: daemon) { continuation.yield($0) }
        if form == .waybar { return try await draw(events, sessions, on: BarModule(of: chosen, .ofSystem), daemon) }
        let key = LeaveKey(on: daemon.loop) { continuation.yield(.finished) }
        defer { withExtendedLifetime(key) {} }
        return try await draw(events, sessions, on: LiveScreen(hint: key == nil ? nil : LeaveKey.hint), daemon)
      }
      var last: String?
      for await event in events {
        switch event {
        case .reply(let reply):
          let line = form.line(reply)
          if let line, form != .percent || line != last { try Console.print([line]) }
          last = line
        case .interrupted(let message):
          Console.printError(message)
          // A bar may show the message.
          last = nil
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
    on screen: any LiveDisplay,
    _ daemon: DaemonAddress
  ) async throws(Failure) -> ExitStatus {
    defer { screen.close() }
    try screen.open()
    var picture = LiveTable()
    // Without lights there are no events: draw the empty table first.
    if light == nil { picture.overview.lights = await lights(of: daemon) }
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
        picture.interruption = nil
        if light == nil { picture.overview.lights = await lights(of: daemon) }
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

  private func lights(of daemon: DaemonAddress) async -> [Light] {
    (try? await daemon.connect().lights.list().lights) ?? []
  }
}

enum WatchForm: Sendable, Hashable {
  case table, line, json, percent, waybar, wob

  /// Whether it shows a single light.
  var isOfOneLight: Bool { [.percent, .waybar, .wob].contains(self) }

  /// A change as a line; nil for the forms that show holds too, and for a change that the form does not show.
  func line(_ change: LightsInterface.Watch.Reply) -> String? {
    switch self {
    case .table, .waybar: nil
    case .line: "\(change.light.id) \(change.light.level(.text)) \(change.cause.rawValue)"
    case .json:
      JSONLine.text(
        ("sequence", change.sequence),
        ("cause", change.cause),
        ("pid", change.pid),
        ("light", change.light)
      )
    case .percent: change.hasLevel ? change.light.level(.percent) : ""
    case .wob: change.isByUser ? "\(Light.wholePercent(change.light.base))" : nil
    }
  }
}

extension LightsInterface.Watch.Reply {
  /// Whether the user chose the level, with a key, a slider or a command. A hold shows itself.
  fileprivate var isByUser: Bool { cause == .set || cause == .external }

  fileprivate var hasLevel: Bool { cause != .removed && light.state != .unread }
}

typealias WatchEvent = Subscription<LightsInterface.Watch>.Event
