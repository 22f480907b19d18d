import EventLoop
import Glibc

/// A child process in our own process group, so that signals of the terminal reach both.
final class RunningCommand {
  private let process: pid_t
  private let endWatch: Watch

  /// Runs `command`, which must be the last arguments of this process: their bytes are passed on unchanged, UTF-8 or not.
  init(
    _ command: [String],
    _ mask: sigset_t,
    on loop: EventLoop,
    onEnd: @escaping @Sendable (ProcessEnd) -> Void
  ) throws(Failure) {
    // Our parent may have ignored SIGCHLD; the kernel would then discard the exit status.
    Glibc.signal(SIGCHLD, SIG_DFL)
    process = try Self.start(command[0], Console.rawArguments(last: command.count), mask)
    do throws(SystemError) { endWatch = try loop.onEnd(ofProcess: process, callback: onEnd) } catch {
      throw Failure(error)
    }
  }

  /// Sends a signal. The pid cannot belong to another process before the end is reported.
  func signal(_ signal: CInt) {
    kill(process, signal)
  }

  private static func start(_ name: String, _ arguments: [[CChar]], _ mask: sigset_t) throws(Failure) -> pid_t {
    var attributes = posix_spawnattr_t()
    var mask = mask
    posix_spawnattr_init(&attributes)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pointers = arguments.map { strdup($0) } + [nil]
    defer {
      pointers.forEach { free($0) }
      posix_spawnattr_destroy(&attributes)
    }
    var process: pid_t = 0
    let code = posix_spawnp(&process, pointers[0]!, nil, &attributes, &pointers, environ)
    guard code == 0 else {
      let status = code == ENOENT ? ExitStatus.commandNotFound : .commandNotRun
      throw Failure(status: status, reason: "\(SystemError("run", name, ErrorCode(rawValue: code)))")
    }
    return process
  }
}

enum SignalMask {
  static var current: sigset_t {
    var set = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &set)
    return set
  }

  /// The signals that the parent has not ignored, as `nohup` does.
  static func notIgnored(_ signals: [CInt]) -> [CInt] {
    signals.filter { signal in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { return true }
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1
    }
  }
}
