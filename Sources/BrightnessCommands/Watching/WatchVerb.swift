import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands
import Glibc

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
      On a terminal it shows the table. Otherwise it prints a line for each change: the light, its level and the cause. It
      begins with the state of every light. When the daemon dies, it waits for the next one and begins again.
      """,
      """
      For a bar it prints one light, the one that `get` prints now, and an empty line while no light has a level. For an
      overlay it prints what the user changes, and no holds.
      """,
    ],
    examples: [
      ("watch", "the table, until q or Ctrl-C"),
      ("watch --json", "a JSON object for each change"),
      ("watch --percent", "the level that `get` prints, as a plain number, at once and at each change"),
      ("watch --format waybar", "for a custom module of Waybar with `return-type` json"),
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
    let form = arguments.has(.percent) ? .percent : bar
    return WatchVerb(light: try arguments.optionalWord(), form: arguments.has(.json) ? .json : form)
  }

  let light: String?
  /// Nil for the default: the table on a terminal, lines elsewhere.
  let form: WatchForm?

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let form = form ?? (Console.screen.isPage ? .table : .line)
    var picture = LiveTable(choice: ChosenLight(light))
    if form.isOfOneLight, let read = try await read(by: client), picture.choice.isNamed {
      picture.overview.lights = [read]
    }
    // A bar chooses among all lights, including later ones.
    let watched = form.isOfOneLight && !picture.choice.isNamed ? nil : light
    let subscription = WatchSubscription(
      daemon: daemon,
      verb: "watch",
      light: watched,
      resumption: "updates resume",
      isRepeatable: true
    ) { client, _ in client.lights.watch(light: watched) }
    let signals = SignalMask.notIgnored(SignalMask.ofEnd) + (form == .table ? LiveScreen.signals : [])
    return try await subscription.follow(client, signals: signals) { (events, continuation) throws(Failure) in
      // A bar that is killed does not end its children, and a write would fail only at the next
      // change of a light.
      let output = try converting(Failure.init) { () throws(SystemError) in
        try daemon.loop.onHangUp(of: try Descriptor(duplicating: STDOUT_FILENO)) {
          continuation.yield(.verb(.outputClosed))
        }
      }
      defer { withExtendedLifetime(output) {} }
      switch form {
      case .line, .json, .wob: return try await printChanges(events, form, picture)
      case .percent:
        return try await draw(events, nil, on: BarModule(isPlain: true, .ofSystem), picture, of: watched, daemon)
      case .waybar:
        let bar = BarModule(isPlain: false, .ofSystem)
        let sessions = SessionsWatch(of: daemon) { continuation.yield(.verb($0)) }
        return try await draw(events, sessions, on: bar, picture, of: watched, daemon)
      case .table:
        let key = LeaveKey(on: daemon.loop) { continuation.yield(.finished) }
        defer { withExtendedLifetime(key) {} }
        let sessions = SessionsWatch(of: daemon) { continuation.yield(.verb($0)) }
        let screen = LiveScreen(hint: key == nil ? nil : LeaveKey.hint)
        return try await draw(events, sessions, on: screen, picture, of: watched, daemon)
      }
    }
  }

  /// Reads the light that a bar shows, because the daemon reads a monitor only on request. Without
  /// a level the bar waits for one.
  private func read(by client: ControlClient) async throws(Failure) -> Light? {
    do throws(Failure) {
      return try await client.light(light, for: "watch")
    } catch {
      switch error.code {
      case .notWritable, .noLights: return nil
      case .noSuchLight where !ChosenLight(light).isNamed: return nil
      default: throw error
      }
    }
  }

  private func printChanges(
    _ events: AsyncStream<WatchSubscription.Event>,
    _ form: WatchForm,
    _ start: LiveTable
  ) async throws(Failure) -> ExitStatus {
    var picture = start
    for await event in events {
      switch event {
      case .reply(let reply):
        picture.apply(reply)
        let isShown = form != .wob || picture.chosen?.id == reply.light.id
        if isShown, let line = form.line(reply) { try Console.print([line]) }
      case .interrupted(let message): Console.printError(message)
      case .failed(let failure): throw failure
      case .signal, .finished, .verb(.outputClosed): return .success
      case .reconnected: picture = start
      case .timedOut, .verb(.sessionsChanged), .verb(.commandMayRun): break
      }
    }
    return .success
  }

  private func draw(
    _ events: AsyncStream<WatchSubscription.Event>,
    _ sessions: SessionsWatch?,
    on screen: any LiveDisplay,
    _ start: LiveTable,
    of watched: String?,
    _ daemon: DaemonAddress
  ) async throws(Failure) -> ExitStatus {
    defer { screen.close() }
    try screen.open()
    var picture = start
    // Without lights there are no events: draw the empty table first.
    if watched == nil { picture.overview.lights = await lights(of: daemon) }
    picture.overview.sessions = await sessions?.read() ?? []
    try screen.show(picture)
    sessions?.reportChanges()
    for await event in events {
      switch event {
      case .reply(let reply):
        picture.apply(reply)
        picture.overview.sessions = await sessions?.read() ?? picture.overview.sessions
      // The lights shown are still those of the former daemon.
      case .verb(.sessionsChanged) where picture.interruption != nil,
        .verb(.commandMayRun) where picture.interruption != nil:
        continue
      case .verb(.sessionsChanged): picture.overview.sessions = await sessions?.read() ?? picture.overview.sessions
      case .verb(.commandMayRun):
        picture.overview.sessions = await sessions?.read(again: false) ?? picture.overview.sessions
      case .interrupted(let message): picture.interruption = message
      case .reconnected:
        sessions?.reportChanges()
        // A single light is reported at once.
        if watched != nil { continue }
        picture.interruption = nil
        picture.choice = start.choice
        picture.overview.lights = await lights(of: daemon)
        picture.overview.sessions = await sessions?.read() ?? []
      case .failed(let failure): throw failure
      case .signal(let signal):
        if SignalMask.ofEnd.contains(signal.number) { return .success }
        try screen.handle(signal)
      case .finished, .verb(.outputClosed): return .success
      case .timedOut: break
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

  /// A change as a line; nil for a form that shows states instead of changes, and for a change that
  /// the form leaves out.
  func line(_ change: LightsInterface.Watch.Reply) -> String? {
    switch self {
    case .table, .waybar, .percent: nil
    case .line: "\(change.light.id) \(change.light.level(.text)) \(change.cause.rawValue)"
    case .json:
      JSONLine.text(
        ("sequence", change.sequence),
        ("cause", change.cause),
        ("pid", change.pid),
        ("light", change.light)
      )
    case .wob: change.isByUser ? "\(Light.wholePercent(change.light.base))" : nil
    }
  }
}

extension LightsInterface.Watch.Reply {
  /// Whether the user chose the level, with a key, a slider or a command.
  fileprivate var isByUser: Bool { cause == .set || cause == .external }
}

enum WatchEvent: Sendable {
  /// The reader of the standard output is gone.
  case outputClosed
  /// The list of sessions may show other scenes.
  case sessionsChanged
  /// The command of a hold may run by now.
  case commandMayRun
}

typealias WatchSubscription = Subscription<LightsInterface.Watch, WatchEvent>
