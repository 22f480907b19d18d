import ControlAPI
import EventLoop
import Glibc

/// Paths of a per-user daemon, as the XDG Base Directory Specification has them.
public struct UserPlaces: Hashable, Sendable {
  /// The daemon's runtime folder; the system removes it when the user's last session ends.
  private let folder: String
  public let socket: String
  public let configuration: ConfigurationPlaces
  /// The persistent state folder; nil without a home.
  public let lasting: String?

  public init(_ environment: (String) -> String?) throws(DaemonError) {
    let runtime = environment("XDG_RUNTIME_DIR") ?? ""
    if runtime.isEmpty { throw .noRuntimeFolder(user: getuid()) }
    guard runtime.hasPrefix("/") else {
      let expected = "the path of this user's folder for sockets"
      throw .unusable(variable: "XDG_RUNTIME_DIR", value: runtime, expected: expected)
    }
    folder = "\(runtime)/brightnessd"
    socket = ControlClient.socket(ofUserIn: runtime)
    configuration = Self.home(environment).map { .ofUser(in: $0) } ?? .standard
    lasting = Self.lasting(environment)
  }

  private static func lasting(_ environment: (String) -> String?) -> String? {
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") { return "\(folder)/brightnessd" }
    return environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/state/brightnessd" : nil }
  }

  public var state: String { "\(folder)/state" }

  /// Makes the folders that are missing, with the mode that the specification demands. Without the
  /// persistent one the daemon works too, and reports later what it cannot open.
  public func make() throws(DaemonError) {
    try makeFolders(to: folder, mode: 0o700)
    if let lasting { try? makeFolders(to: lasting, mode: 0o700) }
  }

  /// Relative paths are ignored, as the specification demands.
  private static func home(_ environment: (String) -> String?) -> String? {
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
    return environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
  }
}

/// The folder that the system's daemon shares with its clients, above that of its records. It
/// exists on an installed system; for a daemon that root starts by hand it is made.
public struct SystemFolder: Sendable {
  private let state: String

  public init(state: String) { self.state = state }

  /// `user` is the one who starts the daemon.
  public func make(as user: uid_t = geteuid()) throws(DaemonError) {
    // The package and systemd have made it for the daemon's own user.
    if user != 0, access(state, W_OK) == 0 { return }
    if user != 0 { throw .byHand(state: state) }
    try makeFolders(to: state.parent, mode: 0o755)
  }
}

/// Makes a folder with those above it that are missing.
private func makeFolders(to path: String, mode: mode_t) throws(DaemonError) {
  var folder = ""
  for name in path.pathComponents {
    folder += "/\(name)"
    if mkdir(folder, mode) == 0 {
      // Whatever the umask is.
      chmod(folder, mode)
    } else if errno != EEXIST {
      throw .refused(SystemError("create", folder, .latest))
    }
  }
}
