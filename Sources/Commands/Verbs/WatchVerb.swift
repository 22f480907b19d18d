import CommandLines
import ControlAPI
import EventLoop
import Glibc

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
      return try await client.light().id
    } catch {
      throw await client.failure(error, cannot: "watch", nil)
    }
  }
}
