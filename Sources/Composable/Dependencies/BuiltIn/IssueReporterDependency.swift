extension DependencyValues {
  /// Where misuse is reported; printed where nothing else was chosen.
  public var issueReporter: IssueReporter {
    get { self[IssueReporterKey.self] }
    set { self[IssueReporterKey.self] = newValue }
  }
}

extension DependencyValues {
  /// The reporter that somebody set, if anybody did.
  package var chosenIssueReporter: IssueReporter? {
    storage.override(of: ObjectIdentifier(IssueReporterKey.self))?.value(of: IssueReporterKey.self)
  }
}

enum IssueReporterKey: DependencyKey {
  static var liveValue: IssueReporter { .printing }
  static var testValue: IssueReporter { .printing }
}
