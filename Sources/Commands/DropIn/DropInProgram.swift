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
