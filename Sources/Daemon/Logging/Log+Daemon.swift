import ComposableCore
import Service

extension Log {
  /// The daemon's log on standard error.
  public static func standardError(_ level: LogLevel, _ environment: ServiceEnvironment) -> Log {
    standardError(of: "brightnessd", level, environment)
  }
}

extension IssueReporter {
  /// Logs misuse of the core's own interface: a line for each issue, with the limit of a kind for
  /// each place in the code.
  static func logging(to log: Log) -> IssueReporter {
    IssueReporter { issue in
      let location = "\(issue.location)"
      log(.error, "internal error at \(location): \(issue.message)", kind: location)
    }
  }
}
