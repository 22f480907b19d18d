import ControlAPI
import EventLoop
import Glibc

/// Where a daemon has its places that serves one user alone, by the XDG Base Directory Specification.
public struct UserPlaces: Hashable, Sendable {
  /// The folder of what belongs to the daemon, which is nobody else's and goes when the user has left.
  private let folder: String
  public let socket: String
  public let configuration: ConfigurationPlaces

  public init(_ environment: (String) -> String?) throws(DaemonError) {
    let runtime = environment("XDG_RUNTIME_DIR") ?? ""
    guard runtime.hasPrefix("/") else {
      let expected = "the path of this user's folder for sockets"
      throw .unusable(variable: "XDG_RUNTIME_DIR", value: runtime, expected: expected)
    }
    folder = "\(runtime)/brightnessd"
    socket = ControlClient.socket(ofUserIn: runtime)
    configuration = Self.home(environment).map { .ofUser(in: $0) } ?? .standard
  }

  public var state: String { "\(folder)/state" }

  /// Makes the folder, if nobody has before.
  public func make() throws(DaemonError) {
    guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
    throw .refused(SystemError("create", folder, ErrorCode(rawValue: errno)))
  }

  /// A path that is not absolute does not count.
  private static func home(_ environment: (String) -> String?) -> String? {
    if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
    return environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
  }
}
