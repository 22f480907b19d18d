import BrightnessControl
import BrightnessEventLoop
import CommandLines

/// The options that describe a hold, besides its levels.
package enum HoldOptions {
  package static let name = Option("--name", "name of the hold", "NAME", "a name")
  package static let reason = Option("--reason", "reason for the hold", "REASON", "a reason")
  package static let time = Option.time(
    "--for",
    "end the hold after TIME, such as 10m or 1h30m, at most \(TimeRange.limit.most.short)",
    .limit,
    such: "10m"
  )
  package static let priority = Option(
    name: "--priority",
    meaning: "priority over other holds: low, normal (the default) or high",
    value: .choice("PRIORITY", of: SessionsInterface.Priority.self)
  )
  package static let onChange = Option(
    name: "--on-change",
    meaning: """
      when you change the light meanwhile: yield to your level (the default), rebase (keep holding; your new level returns \
      at the end), or cancel the hold
      """,
    value: .choice("ACTION", of: SessionsInterface.OnUserChange.self)
  )

  /// The scene of the options; it is named after the command unless it has a name.
  package static func scene(
    _ arguments: Arguments,
    expires: Duration?
  ) throws(UsageError) -> SessionsInterface.SceneRequest {
    SessionsInterface.SceneRequest(
      name: arguments.value(of: name) ?? arguments.command?.first?.pathComponents.last,
      reason: arguments.value(of: reason),
      claims: try ClaimOptions.claims(arguments),
      priority: try arguments.choice(of: priority),
      onUserChange: try arguments.choice(of: onChange),
      expires: expires,
      fade: try arguments.value(of: .fade, as: TimeRange.fade.duration)
    )
  }
}

extension Arguments {
  /// The command after `--`, which may be missing but not empty.
  package func heldCommand() throws(UsageError) -> [String]? {
    if let command, command.first?.isEmpty ?? true { throw .missingValue("--", expected: "a command") }
    return command
  }
}
