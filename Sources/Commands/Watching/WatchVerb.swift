import CommandLines
import ControlAPI
import EventLoop
import Glibc
import Model

/// `watch`: the table, alive; or each change in a line.
struct WatchVerb: Verb {
  static let format = Option(
    "--format",
    "what a status bar reads: waybar",
    value: Option.Value(placeholder: "BAR", expected: "a bar: waybar", kind: .oneOf(["waybar"]))
  )

  static let name = "watch"
  static let grammar = Grammar(
    name,
    "shows what is lit, and by whom, as it changes",
    operands: [.light],
    options: [.json, format],
    details: [
      """
      On a terminal it is the table; else each change is a line: the light, its level, and the cause. It begins with every
      light as it is. When the daemon dies it waits for the next one, and begins anew.
      """,
      "A status bar is told of one light: the LIGHT, or else the panel.",
    ],
    examples: [
      .init("watch", "the table, until Ctrl-C"),
      .init("watch --json", "each change as an object"),
      .init("watch --format waybar", "for the `exec` of a custom module with `return-type` json"),
    ]
  )

  let light: String?
  let form: WatchForm?

  init(_ arguments: inout Arguments) throws(UsageError) {
    light = try arguments.optionalWord()
    try arguments.refuse(.json, beside: Self.format)
    let bar = try arguments.value(of: Self.format) { (text) throws(UsageError) in
      guard text == "waybar" else { throw .unexpectedWord(text, expected: "waybar") }
      return WatchForm.waybar
    }
    form = arguments.has(.json) ? .json : bar
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    let lights = WatchedLights(light: try await chosen(by: client), daemon: daemon)
    let form = form ?? (surroundings.screen.isPage ? .table : .line)
    let watch = WatchProcess(form: form, surroundings: surroundings, daemon: daemon)
    return try await watch.run(lights, by: client)
  }

  /// A bar has room for one light, which is looked for once.
  private func chosen(by client: ControlClient) async throws(Failure) -> String? {
    guard light == nil, form == .waybar else { return light }
    do {
      return try await client.lights.get().light.id
    } catch {
      throw await client.failure(error, cannot: "watch", nil)
    }
  }
}

/// In which form changes are told.
enum WatchForm: Sendable, Hashable {
  /// The table, alive on a terminal.
  case table
  /// A line for people, or for a pipe.
  case line
  case json
  /// What the status bar Waybar reads from a program.
  case waybar

  /// A change in one line; none for the table.
  func line(_ news: LightsInterface.Watch.Reply) -> String? {
    switch self {
    case .table: nil
    case .line: "\(news.light.id) \(news.light.level(.written)) \(news.cause.rawValue)"
    case .json:
      JSONLine.text(
        ("sequence", news.sequence),
        ("cause", news.cause),
        ("pid", news.pid),
        ("light", news.light)
      )
    case .waybar: news.light.asWaybar(isGone: news.cause == .removed)
    }
  }
}

extension LightsInterface.Light {
  /// The object that Waybar's custom modules take; of a light that is gone, an empty one, which hides the module.
  fileprivate func asWaybar(isGone: Bool) -> String {
    if isGone { return JSONLine.bare(("text", "")) }
    let trouble = reason.map { ": \($0)" } ?? ""
    // A bar has a colour for trouble: a light that has still to come to its base is in none before something stands in its way.
    let state = isOnItsWay ? LightsInterface.State.free : state
    return JSONLine.bare(
      ("text", level.inPercent),
      ("alt", kind.rawValue),
      ("tooltip", "\(id): \(level.inPercent), \(state.rawValue)\(trouble)"),
      ("class", state.rawValue),
      ("percentage", level > 0 ? max(1, Int(level.rounded())) : 0)
    )
  }
}
