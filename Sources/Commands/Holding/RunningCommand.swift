import EventLoop
import Glibc

/// A command that runs as a child, in our own process group: what the terminal sends goes to both of us.
final class RunningCommand {
  private let process: pid_t
  private let end: Watch

  /// Starts it with the signals that we had ourselves, and tells how it has ended.
  init(
    _ name: String,
    _ words: [[CChar]],
    _ mask: SignalMask,
    on loop: EventLoop,
    _ tell: @escaping @Sendable (ProcessEnd) -> Void
  ) throws(Failure) {
    // Whoever started us may have had this ignored: then nobody would learn how a child ends.
    Glibc.signal(SIGCHLD, SIG_DFL)
    process = try Self.start(name, words, mask)
    do throws(SystemError) {
      end = try loop.onEnd(ofProcess: process, callback: tell)
    } catch {
      throw Failure(status: .refused, reason: "\(error)")
    }
  }

  /// It is ours, and its number nobody else's before its end was told.
  func signal(_ signal: CInt) {
    kill(process, signal)
  }

  private static func start(_ name: String, _ words: [[CChar]], _ mask: SignalMask) throws(Failure) -> pid_t {
    var attributes = posix_spawnattr_t()
    var mask = mask.set
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    defer {
      arguments.forEach { free($0) }
      posix_spawnattr_destroy(&attributes)
    }
    var process: pid_t = 0
    let code = posix_spawnp(&process, arguments[0]!, nil, &attributes, &arguments, environ)
    guard code == 0 else { throw Failure(notStarted: name, ErrorCode(rawValue: code)) }
    return process
  }
}

extension Failure {
  /// With the statuses that shells and `env` have for it.
  fileprivate init(notStarted program: String, _ code: ErrorCode) {
    let status = ExitStatus(rawValue: code.rawValue == ENOENT ? 127 : 126)
    self.init(status: status, reason: "\(SystemError("run", program, code))")
  }
}

/// Which signals a thread keeps waiting.
struct SignalMask: Sendable {
  let set: sigset_t

  /// That of the calling thread.
  static var current: SignalMask {
    var set = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &set)
    return SignalMask(set: set)
  }

  /// Those signals that whoever has started the program does not want to be ignored, as `nohup` does.
  static func notIgnored(_ signals: [CInt]) -> [CInt] {
    signals.filter { signal in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { return true }
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1
    }
  }
}
