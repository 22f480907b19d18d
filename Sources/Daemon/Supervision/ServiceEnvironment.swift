import Glibc

/// What systemd says to a service in variables of the environment.
public struct ServiceEnvironment: Hashable, Sendable {
  private static let names = [
    "FDSTORE", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "NOTIFY_SOCKET", "WATCHDOG_PID",
    "WATCHDOG_USEC",
  ]

  private let variables: [String: String]

  /// A service that is told nothing but this.
  public init(_ variables: [String: String] = [:]) {
    self.variables = variables
  }

  /// Takes the variables out of the environment of this process, so that no program that it starts takes them for its own.
  public static func taken() -> ServiceEnvironment {
    var variables: [String: String] = [:]
    for name in names {
      variables[name] = getenv(name).map { String(cString: $0) }
      unsetenv(name)
    }
    return ServiceEnvironment(variables)
  }

  /// An empty variable is as none.
  subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether a variable that names a process, or does not, speaks of this one.
  func isMeant(_ name: String, for process: pid_t) throws(DaemonError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard let meant = pid_t(value), meant > 0 else {
      throw .unusable(variable: name, value: value, expected: "the number of a process")
    }
    return meant == process
  }
}
