import ComposableCore
import ComposableTesting
import Testing

@Suite struct IssueReporterTests {
  let place = CodeLocation(fileID: "Module/File.swift", line: 7)

  @Test func `issues are collected in the order in which they were reported`() {
    let issues = withIssues {
      reportIssue("first", at: place)
      reportIssue("second", at: place)
    }

    #expect(issues == [ReportedIssue("first", at: place), ReportedIssue("second", at: place)])
  }

  @Test func `issues of tasks that were started inside are collected`() async {
    let issues = await withIssues {
      await Task { reportIssue("inside", at: place) }.value
    }

    #expect(issues.map(\.message) == ["inside"])
  }

  @Test func `an inner collection keeps its issues from the outer one`() {
    let outer = withIssues {
      let inner = withIssues { reportIssue("inner", at: place) }
      #expect(inner.count == 1)
    }

    #expect(outer.isEmpty)
  }

  @Test func `the reporter in force is a dependency`() {
    let collected = CollectedIssues()

    withDependencies {
      $0.issueReporter = collected.reporter
    } operation: {
      reportIssue("reported", at: place)
    }

    #expect(collected.issues.map(\.message) == ["reported"])
  }

  @Test func `a recorded failure fails the test at the place of the issue`() {
    withKnownIssue {
      IssueReporter.recordingFailure.report(ReportedIssue("reported", at: place))
    } matching: { issue in
      issue.comments == ["reported"] && issue.sourceLocation?.fileID == "Module/File.swift"
        && issue.sourceLocation?.line == 7
    }
  }

  @Test func `a failure of a test store has the path of its file, by which an editor finds it`() {
    let line = #line + 3
    withKnownIssue {
      let store = TestStore<Int, Int>(initialState: 0) { EmptyReducer() }
      store.receive(1)
    } matching: { issue in
      issue.sourceLocation?.filePath == #filePath && issue.sourceLocation?.line == line
    }
  }

  @Test(.dependencies) func `an issue in a test with dependencies of its own is a failure`() {
    withKnownIssue { reportIssue("reported", at: place) }
  }
}
