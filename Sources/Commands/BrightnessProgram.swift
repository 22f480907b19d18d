import BrightnessEventLoop
import Synchronization

/// The command-line client, from its arguments to its exit status.
public enum BrightnessProgram {
  /// Runs the client; under the name `brightnessctl` it accepts that program's arguments.
  public static func run(_ arguments: [String], as name: String) -> ExitStatus {
    guard DropInProgram.isName(name) else {
      return run(arguments, of: .brightness)
    }
    do throws(Failure) {
      return try DropInProgram.run(arguments)
    } catch {
      // brightnessctl's own errors do not begin with its name.
      Console.printError(error, asJSON: false, by: nil)
      return error.status
    }
  }

  /// Runs a program whose verbs stand on the same foundation.
  package static func run(_ arguments: [String], of program: ProgramGrammar) -> ExitStatus {
    run(arguments, of: program, by: program.name) { (verb, daemon) throws(Failure) in try await verb.run(on: daemon) }
  }

  /// Runs `brightness-idle`, whose arguments are those of the verb `idle` without its name.
  package static func runIdle(
    _ arguments: [String],
    _ work: @escaping @Sendable (IdleVerb, DaemonAddress) async throws(Failure) -> ExitStatus
  ) -> ExitStatus {
    run([IdleVerb.grammar.name] + arguments, of: .brightness, by: IdleVerb.program) { (verb, daemon) throws(Failure) in
      guard let verb = verb as? IdleVerb else { preconditionFailure("the first word is the name of the verb") }
      return try await work(verb, daemon)
    }
  }

  private static func run(
    _ arguments: [String],
    of program: ProgramGrammar,
    by name: String,
    _ work: @escaping @Sendable (any Verb, DaemonAddress) async throws(Failure) -> ExitStatus
  ) -> ExitStatus {
    do throws(Failure) {
      switch try Invocation(arguments, of: program) {
      case .help(let grammar): try Console.write("\(Help.text(of: grammar, in: program, on: Console.screen))\n")
      case .version: try Console.print([Help.version(of: program)])
      case .run(let verb, let socket, let timeLimit):
        return try DaemonAddress.use(socket) { (daemon) throws(Failure) in
          var daemon = daemon
          if let timeLimit { daemon.timeLimit = timeLimit }
          return try await work(verb, daemon)
        }
      }
      return .success
    } catch {
      let isJSON = arguments.prefix { $0 != "--" }.contains(Option.json.name)
      Console.printError(error, asJSON: isJSON, by: name)
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
