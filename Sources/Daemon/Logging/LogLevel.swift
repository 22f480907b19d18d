/// How much a message matters; the raw value is its name in options and settings.
public enum LogLevel: String, Hashable, Sendable, CaseIterable {
  case error, warning, notice, info, debug

  /// The number that syslog and the journal have for it.
  var priority: Int {
    switch self {
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug: 7
    }
  }
}

extension LogLevel: Comparable {
  /// An error is the highest.
  public static func < (left: LogLevel, right: LogLevel) -> Bool { left.priority > right.priority }
}
