import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

@Suite struct RateLimitedReporterTests {
  let clock = TestClock(executor: SteppedExecutor())
  let collected = CollectedIssues()
  let reporter: IssueReporter
  let here = CodeLocation(fileID: "Module/File.swift", line: 7)
  let there = CodeLocation(fileID: "Module/File.swift", line: 9)

  init() {
    reporter = collected.reporter.rateLimited(every: .seconds(60), on: clock)
  }

  @Test func `an issue is reported once within the interval`() {
    for _ in 0..<3 { reporter.report(ReportedIssue("reported", at: here)) }

    #expect(collected.issues.map(\.message) == ["reported"])
  }

  @Test func `after the interval it is reported again with the number of those suppressed`() {
    for _ in 0..<3 { reporter.report(ReportedIssue("reported", at: here)) }

    clock.advance(by: .seconds(60))
    reporter.report(ReportedIssue("reported", at: here))
    clock.advance(by: .seconds(60))
    reporter.report(ReportedIssue("reported", at: here))

    #expect(
      collected.issues.map(\.message) == [
        "reported", "reported\n(2 more were suppressed since the last report.)", "reported",
      ]
    )
  }

  @Test func `another place is not kept back`() {
    reporter.report(ReportedIssue("reported", at: here))
    reporter.report(ReportedIssue("reported", at: there))

    #expect(collected.issues.map(\.location) == [here, there])
  }
}
