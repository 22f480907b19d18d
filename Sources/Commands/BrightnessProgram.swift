import EventLoop
import Synchronization

/// The command-line client, from its arguments to its exit status.
public enum BrightnessProgram {
  /// Runs the client; under the name `brightnessctl` it accepts that program's arguments.
  public static func run(_ arguments: [String], as name: String) -> ExitStatus {
    let isDropIn = DropInProgram.isName(name)
    do throws(Failure) {
      if isDropIn { return try DropInProgram.run(arguments) }
      switch try Invocation(arguments) {
      case .help(let grammar): try Console.write("\(Help.text(of: grammar, on: Console.screen))\n")
      case .version: try Console.print([Help.version])
      case .run(let verb, let socket, let timeLimit):
        return try DaemonAddress.use(socket) { (daemon) throws(Failure) in
          var daemon = daemon
          if let timeLimit { daemon.timeLimit = timeLimit }
          return try await verb.run(on: daemon)
        }
      }
      return .success
    } catch {
      // brightnessctl's own errors do not begin with its name.
      let program = isDropIn ? nil : Grammar.program
      let isJSON = !isDropIn && arguments.prefix { $0 != "--" }.contains(Option.json.name)
      Console.printError(error, asJSON: isJSON, by: program)
      return error.status
    }
  }
}

extension DaemonAddress {
  /// Runs an event loop until `work` is done.
  static func use(
    _ socket: String?,
    _ work: @escaping @Sendable (DaemonAddress) async throws(Failure) -> ExitStatus
  ) throws(Failure) -> ExitStatus {
    let loop = try converting(Failure.init) { () throws(SystemError) in try EventLoop() }
    let daemon = DaemonAddress(socket, Console.variable, on: loop)
    let result = Mutex(Result<ExitStatus, Failure>.success(.success))
    Task(executorPreference: loop) {
      let outcome: Result<ExitStatus, Failure>
      do throws(Failure) { outcome = .success(try await work(daemon)) } catch { outcome = .failure(error) }
      result.withLock { $0 = outcome }
      loop.stop()
    }
    loop.run()
    return try result.withLock(\.self).get()
  }
}
