import BrightnessControl
import BrightnessEventLoop
import Glibc
import Service

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
      throw .supervision(.unusable(variable: "XDG_RUNTIME_DIR", value: runtime, expected: expected))
    }
    folder = "\(runtime)/brightnessd"
    socket = ControlClient.socket(ofUserIn: runtime)
    configuration = UserFolders.configuration(environment).map { .ofUser(in: $0) } ?? .standard
    lasting = UserFolders.state(environment).map { "\($0)/brightnessd" }
  }

  public var state: String { "\(folder)/state" }

  /// Makes the folders that are missing, with the mode that the specification demands. Without the
  /// persistent one the daemon works too, and reports later what it cannot open.
  public func make() throws(DaemonError) {
    try makeFolders(to: folder, mode: 0o700)
    if let lasting { try? makeFolders(to: lasting, mode: 0o700) }
  }
}

/// Paths of the system's daemon.
public enum SystemPlaces {
  public static let socket = ControlClient.usualSocket
  public static let state = "/run/brightnessd/state"
  /// The persistent state folder.
  public static let lasting = "/var/lib/brightnessd"

  /// Makes the parent folder of the records, which the daemon shares with its clients. It exists on
  /// an installed system, but not for a daemon that root starts by hand.
  public static func makeFolder(above state: String = state, as user: uid_t = geteuid()) throws(DaemonError) {
    // The package and systemd have made it for the daemon's own user.
    if user != 0, access(state, W_OK) == 0 { return }
    if user != 0 { throw .byHand(state: state) }
    try makeFolders(to: state.parent, mode: 0o755)
  }
}

/// Makes a folder with those above it that are missing.
func makeFolders(to path: String, mode: mode_t) throws(DaemonError) {
  var folder = ""
  for name in path.pathComponents {
    folder += "/\(name)"
    if mkdir(folder, mode) == 0 {
      // The umask has reduced the mode.
      chmod(folder, mode)
    } else if errno != EEXIST {
      throw .refused(SystemError("create", folder, .latest))
    }
  }
}
