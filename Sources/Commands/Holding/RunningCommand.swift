import BrightnessEventLoop
import Glibc

/// A child process in our own process group, so that signals of the terminal reach both.
package final class RunningCommand {
  private let process: pid_t
  private let endWatch: Watch

  /// Runs `command`, which must be the last arguments of this process: their bytes are passed on
  /// unchanged, UTF-8 or not.
  package init(
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
  package func signal(_ signal: CInt) {
    kill(process, signal)
  }

  private static func start(_ name: String, _ arguments: [[CChar]], _ mask: sigset_t) throws(Failure) -> pid_t {
    var attributes = posix_spawnattr_t()
    var mask = mask
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var spawned = spawn(arguments, &attributes)
    // For a script without an interpreter in its first line, do what execvp(3) does: call the
    // shell.
    if spawned.code == ENOEXEC, let file = ExecutableFile.found(arguments[0]) {
      spawned = spawn([Array("/bin/sh".utf8CString), file] + arguments.dropFirst(), &attributes)
    }
    let code = spawned.code
    guard code == 0 else {
      let status = code == ENOENT ? ExitStatus.commandNotFound : .commandNotRun
      throw Failure(.failed, status: status, reason: "\(SystemError("run", name, ErrorCode(rawValue: code)))")
    }
    return spawned.process
  }

  private static func spawn(
    _ arguments: [[CChar]],
    _ attributes: inout posix_spawnattr_t
  ) -> (code: CInt, process: pid_t) {
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, pointers[0]!, nil, &attributes, &pointers, environ)
    return (code, process)
  }
}

enum ExecutableFile {
  /// The file of a program, found like execvp(3) does: the first one in `PATH` that may be
  /// executed. Names are bytes and need not be UTF-8.
  static func found(_ name: [CChar]) -> [CChar]? {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    if name.contains(slash) { return name }
    // Without the variable the C library looks in these folders.
    let folders = getenv("PATH").map { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
    let separator = CChar(bitPattern: UInt8(ascii: ":"))
    return (folders ?? Array("/bin:/usr/bin".utf8CString.dropLast()))
      .split(separator: separator, omittingEmptySubsequences: false)
      .lazy.map { folder in folder.isEmpty ? name : folder + [slash] + name }
      .first(where: isExecutable)
  }

  private static func isExecutable(_ path: [CChar]) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}

package enum SignalMask {
  /// The signals that end a program that a person has started.
  package static let ofEnd = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  package static var current: sigset_t {
    var set = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &set)
    return set
  }

  /// The signals that the parent has not ignored, as `nohup` does.
  package static func notIgnored(_ signals: [CInt]) -> [CInt] {
    signals.filter { !Signal.isIgnored($0) }
  }
}
