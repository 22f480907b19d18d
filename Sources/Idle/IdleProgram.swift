import BrightnessEventLoop
import Commands
import Glibc
import Wayland

/// `brightness-idle`, from its arguments to its exit status.
public enum IdleProgram {
  public static func run(_ arguments: [String]) -> ExitStatus {
    let words = [IdleVerb.grammar.name] + arguments
    return ProgramGrammar.idle.run(words, by: OtherProgram.idle.name) { (verb, daemon) throws(Failure) in
      guard let verb = verb as? IdleVerb else { preconditionFailure("the first word is the name of the verb") }
      var run = IdleRun(verb, daemon)
      return try await run.followUser()
    }
  }
}

extension ProgramGrammar {
  /// The client with the verb `idle` alone, whose arguments are those of `brightness-idle`. Nobody
  /// sees the help of this program as a whole, because the verb is always the first word.
  fileprivate static let idle = ProgramGrammar(
    name: Grammar.program,
    summary: Help.summary,
    overview: IdleVerb.grammar,
    verbs: [IdleVerb.grammar],
    hidden: [],
    names: "",
    statuses: ""
  )
}

/// Holds the lights while the user is idle. Each idle period has a connection to the daemon, whose
/// end restores them, so that no way out of a period can be forgotten.
private struct IdleRun {
  enum Event: Sendable {
    case wayland(WaylandEvent)
    /// An event of the hold of an idle period, by the number of the period.
    case hold(DimmingHold.Event, period: Int)
    case clock(ClockChange)
    /// Whether a program inhibits idling with logind.
    case inhibited(Bool)
    case power(PowerSource)
    case signal
  }

  private let verb: IdleVerb
  private let daemon: DaemonAddress
  private var state = IdleState()
  /// Whether the compositor can say when the user is idle.
  private var isReady = false
  /// The notifications that the compositor was asked for.
  private var round: IdleState.Round?
  /// Whether the user was idle when this was last printed.
  private var isIdle = false
  private var hold: Task<Void, Never>?
  private var period = 0
  /// The last message about the daemon, until the lights are held.
  private var trouble: Failure?

  init(_ verb: IdleVerb, _ daemon: DaemonAddress) {
    self.verb = verb
    self.daemon = daemon
  }

  mutating func followUser() async throws(Failure) -> ExitStatus {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let loop = daemon.loop
    let signals = SignalMask.notIgnored(SignalMask.ofEnd)
    let endWatch = try converting(Failure.init) { () throws(SystemError) in
      try loop.onSignals(signals) { _ in continuation.yield(.signal) }
    }
    let clockWatch = try converting(Failure.init) { () throws(SystemError) in
      try loop.onClockChange { continuation.yield(.clock($0)) }
    }
    // Without a time for it there is nothing to follow.
    let powerWatch: WatchedDescriptor? =
      if verb.timeOnBattery == nil {
        nil
      } else {
        try converting(Failure.init) { () throws(SystemError) in
          try PowerSource.follow(on: loop) { continuation.yield(.power($0)) }
        }
      }
    let wayland = try converting(Self.failure) { () throws(WaylandError) in
      try WaylandConnection(on: loop) { continuation.yield(.wayland($0)) }
    }
    let inhibitors = verb.ignoresInhibitors ? nil : IdleInhibitors(on: loop) { continuation.yield(.inhibited($0)) }
    defer { withExtendedLifetime(inhibitors) { hold?.cancel() } }
    for await event in events {
      if case .signal = event { break }
      try handle(event)
      arm(wayland)
      if state.isIdle != isIdle { try verb.print(isIdle: state.isIdle) }
      isIdle = state.isIdle
      if state.wantsHold != (hold != nil) { changeHold { continuation.yield($0) } }
    }
    _ = consume endWatch
    _ = consume clockWatch
    _ = consume powerWatch
    return .success
  }

  private mutating func handle(_ event: Event) throws(Failure) {
    switch event {
    case .wayland(let event): try handle(event)
    case .hold(let event, let period): if period == self.period { handle(event) }
    case .clock(let change): if change.suspended > .zero { state.beginAgain() }
    case .inhibited(let isInhibited): state.setInhibited(isInhibited)
    case .power(let power): state.setPower(power)
    case .signal: break
    }
  }

  private mutating func handle(_ event: WaylandEvent) throws(Failure) {
    switch event {
    case .ready(let version): try checkNotifier(version)
    case .announced(let seat): state.announce(seat)
    case .removed(let seat): state.remove(seat)
    case .idled(let seat, let round): state.setIdle(seat, true, in: round)
    case .resumed(let seat, let round): state.setIdle(seat, false, in: round)
    case .ended(let error): throw Failure(.failed, reason: "cannot idle: \(error)")
    }
  }

  private mutating func handle(_ event: DimmingHold.Event) {
    switch event {
    case .holding: trouble = nil
    case .suspended: state.beginAgain()
    case .ended: state.cancelHold()
    case .trouble(let failure):
      if failure != trouble { Console.printError(failure, asJSON: verb.isJSON, by: OtherProgram.idle.name) }
      trouble = failure
    }
  }

  private mutating func changeHold(_ report: @escaping @Sendable (Event) -> Void) {
    guard state.wantsHold else {
      hold?.cancel()
      hold = nil
      return
    }
    period += 1
    hold = Task(executorPreference: daemon.loop) { [verb, daemon, period] in
      await DimmingHold.follow(verb, on: daemon) { report(.hold($0, period: period)) }
    }
  }

  private mutating func arm(_ wayland: WaylandConnection) {
    guard isReady, state.round != round else { return }
    round = state.round
    if let round {
      let time = round.power == .battery ? verb.timeOnBattery ?? verb.time : verb.time
      wayland.arm(IdleRule(after: time, ignoringInhibitors: verb.ignoresInhibitors), round: round.number)
    } else {
      wayland.disarm()
    }
  }

  private mutating func checkNotifier(_ version: UInt32?) throws(Failure) {
    guard let version else {
      throw Failure(
        .unsupported,
        reason: "cannot idle: the compositor has no ext_idle_notifier_v1",
        hint: "GNOME dims by itself, and sway before 1.8 works with swayidle"
      )
    }
    guard version >= 2 || !verb.ignoresInhibitors else {
      throw Failure(
        .unsupported,
        reason: "cannot idle by input alone: the compositor's notifier has version \(version); 2 is needed"
      )
    }
    isReady = true
  }

  private static func failure(_ error: WaylandError) -> Failure {
    Failure(.unsupported, reason: "cannot idle: \(error)", hint: "it needs Wayland; on X11 use xss-lock")
  }
}
