import BrightnessEventLoop
import DDC
import Glibc

/// Where the workers of monitors come from.
public enum Workers: Hashable, Sendable {
  /// A socket where systemd starts a worker for each connection, with rights that the daemon lacks.
  case socket(String)
  /// Processes of this program's file, which by another name is the worker. They get the rights of
  /// this process; `sysfs` stands for `/sys`.
  case ownProcesses(sysfs: String? = nil)

  private static let name = "brightnessd-ddc"

  public func connect() throws(LinkError) -> MonitorLink {
    switch self {
    case .socket(let path): return try MonitorLink(connecting: path)
    case .ownProcesses(let sysfs):
      return try MonitorLink { socket throws(SystemError) in
        let code = Self.spawn([Self.name] + (sysfs.map { ["--sysfs", $0] } ?? []), socket.number)
        if code != 0 { throw SystemError("start", Self.name, ErrorCode(rawValue: code)) }
      }
    }
  }

  /// Starts a worker with a socket as its standard input and output. We do not wait for it: it ends
  /// when the socket is closed, or hangs in its bus, and the kernel reaps it, since `ignoreEnds`
  /// was called.
  ///
  /// The kernel's link leads to the file that this process executes, also after an upgrade has
  /// replaced it.
  private static func spawn(_ words: [String], _ socket: CInt) -> CInt {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in [STDIN_FILENO, STDOUT_FILENO] { posix_spawn_file_actions_adddup2(&actions, socket, number) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of lights block all signals, and a program inherits that.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process = pid_t()
    return posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments, &environment)
  }

  /// Lets the kernel reap the programs that this process starts.
  public static func ignoreEnds() { signal(SIGCHLD, SIG_IGN) }
}
