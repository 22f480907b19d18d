import BrightnessEventLoop
import CommandLines
import Commands
import Fleet
import Glibc

/// `brightness-fleet`, from its arguments to its exit status.
public enum FleetProgram {
  /// Whether a program that was started as `path` is this one.
  public static func isName(_ path: String) -> Bool { path.pathComponents.last == FleetClient.program }

  /// The verbs need nothing of a daemon but the loop that it is called on.
  public static func run(_ arguments: [String]) -> ExitStatus {
    // A broker that closes its connection must not end the process.
    signal(SIGPIPE, SIG_IGN)
    return ProgramGrammar.fleet.run(arguments)
  }
}

extension ProgramGrammar {
  package static let fleet: ProgramGrammar = ProgramGrammar(
    name: FleetClient.program,
    summary: "hold and set the lights of many machines through an MQTT broker",
    overview: DevicesVerb.overview,
    verbs: [
      DevicesVerb.grammar, WatchFleetVerb.grammar, RemoteHoldsVerb.grammar, FleetHoldVerb.grammar,
      FleetSetVerb.grammar, ForgetVerb.grammar, HelpVerb.grammar(such: "hold", common: [.configuration]) { .fleet },
    ],
    hidden: [Completion.grammar { .fleet }],
    names: """
      An ADDRESS is the name of a device, of a group of devices, or all. A hold names a LIGHT as brightness does on the \
      device, where a kind means all its lights: \(Help.kinds). `set` takes its id.
      """,
    statuses: "Exit status: 0 success, 1 failed, 2 invalid arguments, 3 broker not reachable.",
    hint: { _, words in Correction.hint(on: words, in: .fleet) }
  )
}

extension Option {
  static let configuration = Option(
    "--config",
    "the only configuration file, instead of those of the user and of the system",
    "FILE",
    "a file",
    .path
  )
  static let fleetJSON = Option(
    name: Option.json.name,
    meaning: "print one JSON object; see JSON in brightness-fleet(1)"
  )
  static let address = Option(
    name: "--to",
    meaning: "the device, the group of devices, or all",
    value: Parameter(name: "ADDRESS", expected: "an address", kind: .text(["all"])),
    isRequired: true
  )
}

extension Grammar {
  /// The grammar of a verb of this program.
  convenience init(
    fleet name: String,
    summary: String,
    operands: [Parameter] = [],
    options: [Option] = [],
    details: [String] = [],
    examples: [(arguments: String, meaning: String)] = [],
    takesCommand: Bool = false,
    read: @escaping @Sendable (inout Arguments) throws(UsageError) -> any Verb
  ) {
    self.init(
      name: name,
      summary: summary,
      operands: operands,
      options: options,
      common: [.configuration],
      details: details,
      examples: examples,
      takesCommand: takesCommand,
      read: read
    )
  }
}

extension Arguments {
  /// The file of `--config`.
  var configuration: String? { value(of: .configuration) }

  /// The value of `--to`, which is required.
  func address() throws(UsageError) -> FleetName {
    guard let text = value(of: .address) else { throw .missingValue(grammar.name, expected: "--to ADDRESS") }
    guard let name = FleetName(text) else {
      throw .wrongValue(Option.address.name, text, expected: Self.expectedName)
    }
    return name
  }

  /// A device that is named as an operand.
  mutating func device() throws(UsageError) -> FleetName? {
    guard let text = try optionalWord() else { return nil }
    guard let name = FleetName(text) else { throw .unexpectedWord(text, expected: Self.expectedName) }
    return name
  }

  private static let expectedName = "a name of up to \(FleetName.longest) letters, digits, hyphens and underscores"
}
