extension DependencyValues {
  /// Where misuse is reported; printed where nothing else was chosen.
  public var issueReporter: IssueReporter {
    get { self[IssueReporterKey.self] }
    set { self[IssueReporterKey.self] = newValue }
  }
}

enum IssueReporterKey: DependencyKey {
  static var liveValue: IssueReporter { .printing }
  static var testValue: IssueReporter { .printing }
}
