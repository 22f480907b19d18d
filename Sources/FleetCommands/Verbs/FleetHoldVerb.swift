import BrightnessControl
import BrightnessModel
import CommandLines
import Commands
import Fleet

/// `hold`: holds the lights of many machines until it is interrupted, or while a command runs.
struct FleetHoldVerb: Verb {
  private static let leases = TimeRange(least: FleetDocument.shortestLease, most: .seconds(3600), unit: "s")
  private static let graces = TimeRange(least: .zero, most: leases.most, unit: "ms")
  private static let lease = Option.time(
    "--lease",
    "how long the hold may outlive this program if the broker fails too, by default 60s",
    leases,
    such: "60s"
  )
  private static let grace = Option.time(
    "--grace",
    "how long devices wait after the end of this program, in case only the broker has failed, by default 250ms",
    graces,
    such: "250ms"
  )

  static let grammar = Grammar(
    fleet: "hold",
    summary: "hold the lights of devices until interrupted, or while COMMAND runs",
    options: [.address] + ClaimOptions.options
      + [
        HoldOptions.time, lease, grace, HoldOptions.name, HoldOptions.reason, HoldOptions.priority,
        HoldOptions.onChange, .fade,
        .fleetJSON,
      ],
    details: [
      """
      However it ends, the lights return to their base levels: the broker lets the devices know, and if the broker fails \
      at the same time, the hold ends with its lease. After an interruption of the network or of the broker the hold \
      goes on; if that took less than the lease, the lights have not moved.
      """,
      """
      It prints what becomes of the hold on each device. COMMAND starts when the broker has the hold, and the exit status \
      is that of COMMAND, as with `brightness hold`.
      """,
      "A device refuses a lease above Lease= of its configuration, and a priority above MostPriority=.",
    ],
    examples: [
      ("hold --to lobby --max", "full brightness on all devices of a group, until Ctrl-C"),
      ("hold --to all --max --name evacuation -- ./alarm.sh", "while a command runs"),
    ],
    takesCommand: true
  ) { arguments throws(UsageError) in try FleetHoldVerb(arguments) }

  let configuration: String?
  let address: FleetName
  let document: FleetDocument
  let time: Duration?
  let command: [String]?
  let isJSON: Bool

  private init(_ arguments: Arguments) throws(UsageError) {
    configuration = arguments.configuration
    address = try arguments.address()
    command = try arguments.heldCommand()
    time = try arguments.value(of: HoldOptions.time, as: TimeRange.limit.duration)
    isJSON = arguments.has(.json)
    if isJSON, command != nil { throw .conflict(Option.json.name, "--") }
    document = FleetDocument(
      // Its end is this program's: each connection to the broker is a session, and would begin the
      // time of a scene anew.
      scene: try HoldOptions.scene(arguments, expires: nil),
      lease: try arguments.value(of: Self.lease, as: Self.leases.duration) ?? FleetDocument.usualLease,
      grace: try arguments.value(of: Self.grace, as: Self.graces.duration) ?? FleetDocument.usualGrace,
      wantsReply: true
    )
    guard document.grace <= document.lease else { throw .conflict(Self.grace.name, Self.lease.name) }
  }
}
