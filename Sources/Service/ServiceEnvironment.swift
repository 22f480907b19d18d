import Glibc

/// The variables by which systemd passes things to a service.
public struct ServiceEnvironment: Hashable, Sendable {
  private static let names = [
    "FDSTORE", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID", "NOTIFY_SOCKET", "WATCHDOG_PID",
    "WATCHDOG_USEC",
  ]

  private let variables: [String: String]

  public init(_ variables: [String: String] = [:]) { self.variables = variables }

  /// Takes the variables out of the environment, so that child processes do not take them for their
  /// own.
  public static func taken() -> ServiceEnvironment {
    var variables: [String: String] = [:]
    for name in names {
      variables[name] = getenv(name).map { String(cString: $0) }
      unsetenv(name)
    }
    return ServiceEnvironment(variables)
  }

  /// An empty variable counts as unset.
  public subscript(name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// The number in a variable; nil if it is unset.
  public func number(_ name: String, in range: ClosedRange<Int>, _ expected: String) throws(SupervisionError) -> Int? {
    guard let value = self[name] else { return nil }
    guard let number = Int(value), range ~= number else {
      throw .unusable(variable: name, value: value, expected: expected)
    }
    return number
  }

  /// Whether a variable names this process; nil if it is unset.
  public func isMeant(_ name: String, for process: pid_t) throws(SupervisionError) -> Bool? {
    try number(name, in: 1...Int(pid_t.max), "the number of a process").map { $0 == process }
  }
}
