import BrightnessControl
import BrightnessCommands
import Commands

/// brightness(1), made from the grammars of the verbs.
enum BrightnessManual {
  static let lines =
    [
      ".Dt BRIGHTNESS 1", ".Os brightnessd \(Version.current)",
      ".Sh NAME", ".Nm brightness", ".Nd \(Help.summary)",
      ".Sh SYNOPSIS", ".Nm", ".Op Ar verb", ".Op Ar option ...",
      ".Sh DESCRIPTION",
    ]
    + Mdoc.paragraph("Without a verb: \(ProgramGrammar.brightness.overview.summary).") + Mdoc.paragraph(lightNames) + [
      ".Pp"
    ] + Mdoc.paragraph(values)
    + Mdoc.options(of: ProgramGrammar.brightness.overview.allOptions)
    + Mdoc.section("VERBS", ProgramGrammar.brightness.verbs.flatMap(Mdoc.entry))
    + Mdoc.section("ENVIRONMENT", environment.flatMap { [".It Ev \($0.name)"] + Mdoc.paragraph($0.meaning) })
    + Mdoc.section("EXIT STATUS", statuses.flatMap { [".It \($0.status)"] + Mdoc.paragraph($0.meaning) })
    + [".Sh JSON"] + Mdoc.paragraph(jsonObjects)
    + Mdoc.list(jsonFields.flatMap { [".It Cm \($0.verb)"] + Mdoc.paragraph($0.fields) })
    + Mdoc.section(
      "ERROR CODES",
      Failure.Code.allCases.flatMap { [".It Cm \($0.rawValue)"] + Mdoc.paragraph($0.meaning) }
    )
    + Mdoc.section("EXAMPLES", Mdoc.examples(of: .brightness))
    + [".Sh \(Help.migration)"] + Mdoc.paragraph(otherName)
    + [
      ".Sh SEE ALSO", ".Xr brightness-fleet 1 ,", ".Xr brightnessd.conf 5 ,", ".Xr io.brightnessd 7 ,",
      ".Xr brightnessd 8",
    ]

  private static let lightNames =
    """
    A light is named by its id, such as backlight/intel_backlight, by its kernel name, by its alias, or by the connector \
    of a monitor, such as DP-1. \
    A name that fits several lights is refused. \
    A kind means all lights of that kind: \(Help.kinds). \
    Without a name a command is for all screens, never for a keyboard, and fails if there is no screen. \
    The exception is watch, which then shows all lights unless it feeds a bar. \
    set, up, down and hold change all the lights that are meant; get prints the first of them.
    """

  private static let values =
    """
    A percentage has at most six decimals. \
    A TIME consists of whole numbers with units in descending order, such as 200ms, 90s, 10m or 1h30m.
    """

  private static let otherName =
    """
    Most options of brightnessctl have other names here: -s and -r are a hold, -n0 is --allow-off, -e is Scale in \
    brightnessd.conf(5), and -p is not needed, because get changes nothing. \
    If brightness is started under the name brightnessctl, it accepts the arguments of that program and prints the \
    same output. \
    It differs where brightnessctl is known to be wrong: an LED never counts as a screen, the percentage that was set \
    is the one that is reported, a step always changes the level, and a screen goes black only on request.
    """

  private static let environment: [(name: String, meaning: String)] = [
    ("BRIGHTNESSD_SOCKET", "Socket of the daemon, by default \(ControlClient.usualSocket)."),
    (
      "XDG_RUNTIME_DIR",
      """
      Directory where the per-user daemon listens, at \(ControlClient.socket(ofUserIn: "").dropFirst()). \
      It is used if there is no system daemon.
      """
    ),
    ("NO_COLOR", "If it is not empty, colours are not used."),
    ("TERM", "If it is dumb, neither colours nor the live table are used."),
    ("LC_ALL , LC_CTYPE , LANG", "If the locale is not UTF-8, bars are drawn with #, and arrows as <-."),
    ("PATH , XDG_CONFIG_HOME , HOME", "Where the daemon and its units may be, for hints on how to start it."),
  ]

  private static let jsonObjects =
    """
    With --json the output is one object in one line; hold, idle and watch print a line for each event. \
    The field version is 1. It is raised when a field is removed or changes its meaning, but not when one is added. \
    Fields without a value are left out. \
    Lights, sessions and replies are those of io.brightnessd(7). \
    An error is an object on the standard output too. \
    The fields besides version are:
    """

  private static let jsonFields: [(verb: String, fields: String)] = [
    ("brightness", "lights and holds, as in list and holds."), ("list", "lights: a list of Light."),
    ("set, up, down", "lights: those that were set, a list of Light; leftOut: a list of LeftOut, if there are any."),
    ("get", "light: a Light."), ("holds", "holds: a list of Session, including those without scenes."),
    (
      "auto",
      """
      the fields of a reply to Report of io.brightnessd.Automatic. \
      With history, events: a list of Event. \
      With another ACTION, lights: those that it is about, a list of FollowingLight; errors, if some lights failed.
      """
    ),
    ("hold", "hold: a reply to Hold."), ("idle", "event: idle or active."),
    ("watch", "sequence, cause, pid and light, as in a reply to Watch."),
    ("cancel", "session: its number; holds: the session, as in holds."),
    ("reset", "sessions: the number of sessions that ended; holds: those with scenes, as in holds."),
    ("doctor", "ok, and findings: a list with grade, subject, object, message and, if there is one, fix."),
    (
      "each, if it fails",
      """
      error: an object with code, message and, if there is one, hint. \
      A set of several lights has errors beside lights.
      """
    ),
  ]

  private static let statuses: [(status: String, meaning: String)] = [
    ("0", "Success."), ("1", "The daemon refused, or an operation failed."),
    ("2", "Invalid arguments; the daemon was not contacted."), ("3", "The daemon cannot be reached."),
    ("4", "No such light, or a name that fits several."),
    ("5", "idle: there is no Wayland compositor, or it cannot say when the user is idle."),
    ("125", "hold with a COMMAND: the hold failed, so the command was not run."),
    ("126", "hold with a COMMAND: it cannot be run."),
    ("127", "hold with a COMMAND: it is not found."),
    ("128+n", "hold with a COMMAND: signal n ended it."),
  ]
}

extension Failure.Code {
  /// What the manual says about the code.
  fileprivate var meaning: String {
    switch self {
    case .invalidArguments: "Invalid arguments."
    case .unreachable: "The daemon cannot be reached, or disconnected."
    case .timeout: "The daemon did not reply within the time of --timeout."
    case .permissionDenied: "The caller may not do this."
    case .noSuchLight: "No light has the name."
    case .ambiguousLight: "Several lights have the name."
    case .noLights: "No light was named, and there is no screen."
    case .notWritable: "The light could not be written, or a monitor not read."
    case .outOfRange: "The light does not have this level."
    case .noSensor: "No sensor measures the light in the room."
    case .notAutomatic: "The light cannot follow the light in the room."
    case .noSuchHold: "No session has the number or the name."
    case .ambiguousHold: "Several sessions hold under the name."
    case .invalidClaim: "The daemon refused a claim of the hold."
    case .tooMany: "The hold is beyond a limit of the daemon."
    case .unsupported: "No compositor can say when the user is idle."
    case .failed: "Any other failure."
    }
  }
}
