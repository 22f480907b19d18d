import BrightnessEventLoop
import Synchronization

extension ProgramGrammar {
  /// Runs the program, from its arguments to its exit status.
  package func run(_ arguments: [String]) -> ExitStatus {
    run(arguments, by: name) { (verb, daemon) throws(Failure) in try await verb.run(on: daemon) }
  }

  /// - Parameters:
  ///   - name: What errors begin with.
  ///   - work: Runs the verb.
  package func run(
    _ arguments: [String],
    by name: String,
    _ work: @escaping @Sendable (any Verb, DaemonAddress) async throws(Failure) -> ExitStatus
  ) -> ExitStatus {
    do throws(Failure) {
      switch try Invocation(arguments, of: self) {
      case .help(let grammar): try Console.write("\(Help.text(of: grammar, in: self, on: Console.screen))\n")
      case .version: try Console.print([Help.version(of: self)])
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
  package static func use(
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
