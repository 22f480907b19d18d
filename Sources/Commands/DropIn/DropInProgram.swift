import CommandLines

/// The program under the name `brightnessctl`, for scripts and key bindings that call that program.
enum DropInProgram {
  static let name = "brightnessctl"
  /// The version of brightnessctl whose arguments are accepted.
  static let version = "0.5"

  /// Whether the path of the program has that name.
  static func isName(_ path: String) -> Bool { path == name || path.hasSuffix("/\(name)") }

  /// Runs a call. Like brightnessctl it has only the exit statuses 0 and 1.
  static func run(_ arguments: [String]) throws(Failure) -> ExitStatus {
    do throws(Failure) {
      let call = try call(arguments)
      switch call.operation {
      case .help: try Console.write("\(help)\n")
      case .version: try Console.print([version])
      case .info, .get, .max, .set:
        return try DaemonAddress.use(nil) { (daemon) throws(Failure) in
          try Console.print(await call.run(by: daemon.connect()))
          return .success
        }
      }
      return .success
    } catch {
      throw Failure(status: .failed, reason: error.message)
    }
  }

  private static func call(_ arguments: [String]) throws(Failure) -> DropInCall {
    do throws(UsageError) {
      return try DropInCall(arguments)
    } catch {
      throw Failure(status: .failed, reason: "\(error)", hint: "see `\(name) --help`")
    }
  }

  private static var help: String {
    [
      "usage: \(name) [OPTION…] [OPERATION [VALUE]]",
      "This is \(Help.version), which accepts the arguments of brightnessctl \(version). It changes lights through brightnessd.",
      "Operations:",
      Help.aligned([
        ("info", "print a light with its level (the default)"), ("get", "print the level in steps of the device"),
        ("max", "print the number of steps"), ("set VALUE", "set the level"),
      ]),
      "Values:",
      Help.aligned([
        ("500", "steps"), ("50%, 50.5%", "a percentage of the range"), ("+10, 10-", "a change in steps"),
        ("+10%, 10%-", "a change in percent, by at least one step"),
      ]),
      "Options:", Help.aligned(DropInOption.all.map { ($0.usage, $0.meaning) }),
    ].joined(separator: "\n\n")
  }
}
