import CommandLines

/// The program under brightnessctl's name, so that what calls that one need not be changed.
enum DropInProgram {
  static let name = "brightnessctl"
  /// Of brightnessctl: that whose arguments are understood.
  static let version = "0.5"

  /// Whether a program was started under that name, wherever it lies.
  static func isMeant(by path: String) -> Bool { path == name || path.hasSuffix("/\(name)") }

  /// Does what the words ask for; there are two exit statuses only, as brightnessctl has it.
  static func run(_ words: [String], in surroundings: Surroundings) -> ExitStatus {
    do {
      switch try DropInRequest(words) {
      case .help: try surroundings.say([DropInHelp.text])
      case .version: try surroundings.say([version])
      case .run(let call):
        return try DaemonAddress.use(nil, in: surroundings) { (daemon) throws(Failure) in
          try surroundings.say(await call.run(by: daemon.connect(), SavedLevels(surroundings.variable)))
          return .done
        }
      }
      return .done
    } catch let error as UsageError {
      surroundings.complain("\(error); see `\(name) --help`")
    } catch let failure as Failure {
      surroundings.complain(failure.sentence)
    } catch {
      surroundings.complain("\(error)")
    }
    return .refused
  }
}

/// The text that `brightnessctl --help` says.
enum DropInHelp {
  static var text: String {
    [
      "usage: \(DropInProgram.name) [OPTION…] [OPERATION [VALUE]]",
      """
      This is \(Help.version), which understands what brightnessctl \(DropInProgram.version) does. It asks the daemon for the lights of this machine.
      """,
      "Operations:", Help.aligned(operations), "Values:", Help.aligned(values), "Options:",
      Help.aligned(DropInOption.allCases.map { ("-\($0.letter), --\($0.longName)\($0.placeholder)", $0.meaning) }),
    ].joined(separator: "\n\n")
  }

  private static let operations = [
    ("info", "a light with its level, which is also what happens without an operation"),
    ("get", "the level in the light's own steps"),
    ("max", "how many steps the light has"),
    ("set VALUE", "another level"),
  ]

  private static let values = [
    ("500", "so many steps"), ("50%, 50.5%", "a share of the light's range"), ("+10, 10-", "so many steps further"),
    ("+10%, 10%-", "a share further, by one step at least"),
  ]
}

extension DropInOption {
  fileprivate var placeholder: String {
    switch self {
    case .minValue: "[=STEPS]"
    case .exponent: "[=POWER]"
    case .device: "=NAME"
    case .subsystem: "=CLASS"
    default: ""
    }
  }
}
