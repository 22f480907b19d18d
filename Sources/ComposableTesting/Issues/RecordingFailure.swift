public import Composable
import Testing

extension IssueReporter {
  /// Makes each issue a failure of the test that runs, at the line that the issue speaks of.
  public static let recordingFailure = IssueReporter { issue in
    Issue.record("\(issue.message)", sourceLocation: SourceLocation(issue.location))
  }
}

extension SourceLocation {
  init(_ location: CodeLocation) {
    self.init(fileID: location.fileID, filePath: location.filePath, line: location.line, column: location.column)
  }
}
