import CommandLines
import Commands

/// `fleet`: becomes `brightness-fleet`, to which all arguments after the verb belong.
struct FleetVerb: Verb {
  static let grammar = Grammar(
    name: "fleet",
    summary: "hold and set the lights of many machines, with the program brightness-fleet",
    operands: [Parameter(name: "ARGUMENT", expected: "an argument", kind: .text(), count: .any)],
    common: [],
    details: [
      """
      The arguments are those of brightness-fleet(1), which the package brightnessd-mqtt installs. `brightness fleet \
      --help` prints its help.
      """
    ],
    examples: [("fleet hold --to lobby --max", "hold the screens of all machines in the group lobby")],
    other: .fleet
  ) { arguments in
    defer { arguments.words = [] }
    return FleetVerb(count: arguments.words.count)
  }

  /// How many arguments belong to the other program.
  let count: Int

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    throw OtherProgram.fleet.become(withLast: count)
  }
}
