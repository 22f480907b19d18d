import EventLoop
import Synchronization

/// The program that people meet: from its words to its exit status.
public enum BrightnessProgram {
  /// Does what the words ask for, those of the command line without the name of the program.
  ///
  /// Started under the name of another program, it understands that one's words.
  public static func run(
    _ words: [String],
    as name: String = "brightness",
    in surroundings: Surroundings = .ofProcess()
  ) -> ExitStatus {
    if DropInProgram.isMeant(by: name) { return DropInProgram.run(words, in: surroundings) }
    do {
      switch try Request(words) {
      case .help(let grammar): try surroundings.say([Help.text(of: grammar)])
      case .version: try surroundings.say([Help.version])
      case .run(let verb, let socket):
        return try DaemonAddress.use(socket, in: surroundings) { (daemon) throws(Failure) in
          try await verb.run(in: surroundings, on: daemon)
        }
      }
      return .done
    } catch let misuse as Misuse {
      surroundings.complain("\(misuse.error); \(misuse.hint)")
      return .misused
    } catch let failure as Failure {
      surroundings.complain(failure.sentence)
      return failure.status
    } catch {
      surroundings.complain("\(error)")
      return .refused
    }
  }
}

extension DaemonAddress {
  /// Runs a loop until a task on it is done, which talks to the daemon that is named.
  static func use(
    _ socket: String?,
    in surroundings: Surroundings,
    _ work: @escaping @Sendable (DaemonAddress) async throws(Failure) -> ExitStatus
  ) throws -> ExitStatus {
    let loop = try EventLoop()
    let daemon = DaemonAddress(socket, surroundings.variable, on: loop)
    let outcome = Outcome()
    Task(executorPreference: loop) {
      do throws(Failure) {
        outcome.end(.exited(try await work(daemon)))
      } catch {
        outcome.end(.failed(error))
      }
      loop.stop()
    }
    loop.run()
    return try outcome.status()
  }
}

/// How the work of the loop's task ended.
private final class Outcome: Sendable {
  enum End: Sendable {
    case exited(ExitStatus)
    case failed(Failure)
  }

  private let end = Mutex(End.exited(.done))

  func end(_ end: End) {
    self.end.withLock { $0 = end }
  }

  func status() throws(Failure) -> ExitStatus {
    switch end.withLock({ $0 }) {
    case .exited(let status): return status
    case .failed(let failure): throw failure
    }
  }
}
