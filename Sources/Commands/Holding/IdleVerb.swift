import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines

/// `idle`: dims the lights while the user is idle.
///
/// The program `brightness-idle` does it, which is another name of the daemon's file: it needs
/// libudev, which exists as a shared library only, and this client is static.
package struct IdleVerb: Verb {
  private static let inputOnly = Option(
    name: "--input-only",
    meaning: "count input alone, even while a film or another program prevents idling"
  )

  private static let battery = Option.time(
    "--battery",
    "another TIME while the machine runs on battery",
    .idle,
    such: "2m"
  )

  package static let grammar = Grammar(
    name: "idle",
    summary: "dim the lights while you are idle, until interrupted",
    operands: [Parameter(name: "TIME", expected: "a time such as 5m", kind: .time(.idle), count: .optional)],
    options: ClaimOptions.options + [battery, inputOnly, HoldOptions.name, HoldOptions.reason, .fade, .json],
    details: [
      """
      When no seat of the Wayland compositor has had input for TIME (5m), it holds the lights until the next input. Without \
      a level the panel shows 30 % of its level and the keyboard light is off; monitors stay as they are unless you name \
      them. The hold has a low priority, so a hold that wants light, such as `hold --max`, wins. A brightness key that \
      wakes the screen changes your own level.
      """,
      """
      It fades into the dimmed level within a second, or the time of --fade, and returns from it at once. While a program \
      prevents idling, with the compositor or with logind, it does not dim, except with --input-only. With --battery the \
      time begins anew when a charger is plugged in or out, but dimmed lights stay dimmed until the next input. To dim in \
      steps, run it once for each TIME, each with its own --name.
      """,
      """
      The compositor needs ext-idle-notify-v1, and version 2 of it for --input-only. Otherwise the exit status is 5. \
      When the compositor ends, it is 1. While no daemon runs, it waits for one.
      """,
    ],
    examples: [
      ("idle", "dim the panel after 5 minutes, and turn the keyboard light off"),
      ("idle 2m --at-most 10%", "all screens, monitors too"),
      ("idle --battery 2m", "after 2 minutes on battery, and after 5 otherwise"),
      ("idle 15s --at keyboard=0% --input-only --name keyboard", "the keyboard light, even during a film"),
    ]
  ) { arguments throws(UsageError) in try IdleVerb(&arguments) }

  /// Time without input until the lights are dimmed.
  package let time: Duration
  /// The same while the machine runs on battery; nil if it makes no difference.
  package let timeOnBattery: Duration?
  package let ignoresInhibitors: Bool
  package let isJSON: Bool
  /// What is held while the user is idle.
  package let scene: SessionsInterface.SceneRequest
  /// The arguments of the program.
  private let words: [String]

  private init(_ arguments: inout Arguments) throws(UsageError) {
    words = arguments.options.map { given in given.value.map { "\(given.name)=\($0)" } ?? given.name } + arguments.words
    time = try arguments.optionalWord().map(TimeRange.idle.duration) ?? .seconds(300)
    timeOnBattery = try arguments.value(of: Self.battery, as: TimeRange.idle.duration)
    scene = SessionsInterface.SceneRequest(
      name: arguments.value(of: HoldOptions.name) ?? Self.grammar.name,
      reason: arguments.value(of: HoldOptions.reason),
      claims: try ClaimOptions.claims(arguments, byDefault: Self.usualClaims),
      priority: .low,
      onUserChange: .rebase,
      fade: try arguments.value(of: .fade, as: TimeRange.fade.duration) ?? .seconds(1)
    )
    ignoresInhibitors = arguments.has(Self.inputOnly)
    isJSON = arguments.has(.json)
  }

  /// The share is what KDE's PowerDevil uses (6.7, `DimDisplay`): one that is noticed, and leaves
  /// the screen legible. A monitor is left alone because each change is two writes to its memory.
  private static let usualClaims: [SessionsInterface.Claim] = [
    .init(light: "panel", rule: .scaled, percent: 30), .init(light: "keyboard", rule: .exactly, percent: 0),
  ]

  package func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    throw OtherProgram.idle.become(words)
  }

  /// Prints that the user has become idle, or active again.
  package func print(isIdle: Bool) throws(Failure) {
    let event = isIdle ? "idle" : "active"
    try Console.print([isJSON ? JSONLine.text(("event", event)) : event])
  }
}
