import CommandLines
import ControlAPI
import Model

/// `watch`: shows the overview as it changes, or prints a line for each change.
struct WatchVerb: Verb {
  static let format = Option(
    name: "--format",
    meaning: "print lines for a status bar: waybar",
    value: Parameter(name: "BAR", expected: "a bar: waybar", kind: .text(["waybar"]))
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
      "A status bar shows one light: LIGHT, or the panel.",
    ],
    examples: [
      ("watch", "the table, until Ctrl-C"),
      ("watch --json", "a JSON object for each change"),
      ("watch --format waybar", "for the `exec` of a custom module with `return-type` json"),
    ]
  )

  let light: String?
  /// Nil for the table on a terminal, and lines elsewhere.
  let form: WatchForm?

  init(_ arguments: inout Arguments) throws(UsageError) {
    light = try arguments.optionalWord()
    try arguments.refuse(.json, with: Self.format)
    let bar = try arguments.value(of: Self.format) { (text) throws(UsageError) in
      guard text == "waybar" else { throw .unexpectedWord(text, expected: "waybar") }
      return WatchForm.waybar
    }
    form = arguments.has(.json) ? .json : bar
  }
}

enum WatchForm: Sendable, Hashable {
  case table, line, json, waybar

  /// A change as a line; nil for the table.
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
    }
  }
}

extension Light {
  /// The object for Waybar's custom modules. An empty text hides the module.
  fileprivate func waybarObject(isRemoved: Bool) -> String {
    if isRemoved { return JSONLine.object([("text", "")]) }
    let reason = reason.map { ": \($0)" } ?? ""
    // Bars colour problems by class; a restore in progress is none.
    let state = isOnItsWay ? LightsInterface.State.free : state
    return JSONLine.object([
      ("text", level.inPercent),
      ("alt", kind.rawValue),
      ("tooltip", "\(id): \(level.inPercent), \(state.rawValue)\(reason)"),
      ("class", state.rawValue),
      ("percentage", level > 0 ? max(1, level.nearestInteger) : 0),
    ])
  }
}
