import BrightnessControl
import BrightnessCommands
import Commands
import FleetCommands

/// brightness-fleet(1), made from the grammars of the verbs.
enum FleetManual {
  private static let program = ProgramGrammar.fleet

  static let lines =
    [
      ".Dt BRIGHTNESS-FLEET 1", ".Os brightnessd \(Version.current)",
      ".Sh NAME", ".Nm brightness-fleet", ".Nd \(program.summary)",
      ".Sh SYNOPSIS", ".Nm", ".Op Ar verb", ".Op Ar option ...",
      ".Sh DESCRIPTION",
    ]
    + Mdoc.paragraph("Without a verb: \(program.overview.summary).") + Mdoc.paragraph(names)
    + Mdoc.options(of: program.overview.allOptions)
    + Mdoc.section("VERBS", program.verbs.flatMap(Mdoc.entry))
    + Mdoc.section("CONFIGURATION", keys.flatMap { [".It Cm \($0.key)"] + Mdoc.paragraph($0.meaning) })
    + Mdoc.section("ENVIRONMENT", environment.flatMap { [".It Ev \($0.name)"] + Mdoc.paragraph($0.meaning) })
    + Mdoc.section("FILES", files.flatMap { [".It Pa \($0.path)"] + Mdoc.paragraph($0.meaning) })
    + Mdoc.section("EXIT STATUS", statuses.flatMap { [".It \($0.status)"] + Mdoc.paragraph($0.meaning) })
    + [".Sh JSON"] + Mdoc.paragraph(jsonObjects)
    + Mdoc.list(jsonFields.flatMap { [".It Cm \($0.verb)"] + Mdoc.paragraph($0.fields) })
    + Mdoc.section("EXAMPLES", Mdoc.examples(of: program))
    + [".Sh SEE ALSO", ".Xr brightness 1 ,", ".Xr brightnessd-mqtt.conf 5 ,", ".Xr brightnessd-mqtt 8"]

  private static let names =
    """
    A machine whose brightnessd-mqtt(8) is connected to the broker is a device. \
    An ADDRESS is the name of a device, of a group of devices, or all. \
    The lights of a hold are named as by brightness on the device, where a kind means all its lights: \(Help.kinds). \
    Without a name a level is for all screens.
    """

  private static let keys: [(key: String, meaning: String)] = [
    (
      "[Broker]",
      "Host= and the other keys are those of brightnessd-mqtt.conf(5), but KeepAlive= is 10s by default."
    ),
    ("[Fleet] Topic=", "What all topics begin with, by default brightnessd."),
    (
      "[Fleet] Controller=",
      """
      The name of this controller in topics. \
      The access list of the broker says who may use it. \
      By default it is User=, or else the name of the user who runs the program.
      """
    ),
    (
      "[HomeAssistant] Prefix=",
      "The discovery prefix of Home Assistant, by default homeassistant; forget needs it."
    ),
  ]

  private static let files: [(path: String, meaning: String)] = [
    ("~/.config/brightness-fleet.conf", "The configuration of a user, used instead of that of the system."),
    ("/etc/brightness-fleet.conf", "The configuration of the system."),
    (
      "*.conf.d",
      """
      Beside each of them a folder of drop-ins, which override it. \
      Those in /run, /usr/local/lib and /usr/lib count as well.
      """
    ),
  ]

  private static let environment: [(name: String, meaning: String)] = [
    ("XDG_CONFIG_HOME", "The folder of the user's configuration, by default ~/.config."),
    (
      "CREDENTIALS_DIRECTORY",
      "Where the files mqtt.password and mqtt.key are, if the configuration names none. systemd sets it for a unit."
    ),
    ("NO_COLOR", "If it is not empty, colours are not used."),
    ("TERM", "If it is dumb, neither colours nor the live table are used."),
  ]

  private static let statuses: [(status: String, meaning: String)] = [
    ("0", "Success."),
    ("1", "The broker refused, no device has the name, the address or the light, or an operation failed."),
    ("2", "Invalid arguments; the broker was not contacted."), ("3", "The broker cannot be reached."),
    ("125", "hold with a COMMAND: the hold failed, so the command was not run."),
    ("126", "hold with a COMMAND: it cannot be run."), ("127", "hold with a COMMAND: it is not found."),
    ("128+n", "hold with a COMMAND: signal n ended it."),
  ]

  private static let jsonObjects =
    """
    With --json the output is one object in one line; hold and watch print a line for each event. \
    The field version is 1. It is raised when a field is removed or changes its meaning, but not when one is added. \
    Fields without a value are left out. \
    The fields besides version are:
    """

  private static let jsonFields: [(verb: String, fields: String)] = [
    (
      "list",
      """
      devices: a list of objects with device, online, lights, holds and health, as the device publishes them. \
      A light has the fields of Light in io.brightnessd(7), and holder.
      """
    ),
    ("watch", "device: such an object."),
    (
      "holds",
      """
      holds: a list of objects with controller, session, address, name and devices: \
      the names of the devices by the last event there.
      """
    ),
    ("hold", "device, and answer: an object with event and, if the device refused the hold, reason; or event alone."),
  ]
}
