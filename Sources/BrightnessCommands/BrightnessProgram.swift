import Commands

/// The command-line client, from its arguments to its exit status.
public enum BrightnessProgram {
  /// Runs the client; under the name `brightnessctl` it accepts that program's arguments.
  public static func run(_ arguments: [String], as name: String) -> ExitStatus {
    guard DropInProgram.isName(name) else { return ProgramGrammar.brightness.run(arguments) }
    do throws(Failure) {
      return try DropInProgram.run(arguments)
    } catch {
      // brightnessctl's own errors do not begin with its name.
      Console.printError(error, asJSON: false, by: nil)
      return error.status
    }
  }
}
