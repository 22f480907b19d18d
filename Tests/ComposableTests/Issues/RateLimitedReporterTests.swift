import Composable
import ComposableTesting
import Testing

@Suite struct RateLimitedReporterTests {
  let clock = TestClock(executor: SteppedExecutor())
  let collected = CollectedIssues()
  let reporter: IssueReporter
  let here = CodeLocation(fileID: "Module/File.swift", line: 7)
  let there = CodeLocation(fileID: "Module/File.swift", line: 9)

  init() {
    reporter = .rateLimited(to: collected.reporter, every: .seconds(60), on: clock)
  }

  @Test func `an issue is reported once within the interval`() {
    for _ in 0..<3 { reporter.report(ReportedIssue("told", at: here)) }

    #expect(collected.issues.map(\.message) == ["told"])
  }

  @Test func `after the interval it is reported again with the number of those suppressed`() {
    for _ in 0..<3 { reporter.report(ReportedIssue("told", at: here)) }

    clock.advance(by: .seconds(60))
    reporter.report(ReportedIssue("told", at: here))
    clock.advance(by: .seconds(60))
    reporter.report(ReportedIssue("told", at: here))

    #expect(
      collected.issues.map(\.message) == ["told", "told\n(2 more were suppressed since the last report.)", "told"]
    )
  }

  @Test func `another place is not kept back`() {
    reporter.report(ReportedIssue("told", at: here))
    reporter.report(ReportedIssue("told", at: there))

    #expect(collected.issues.map(\.location) == [here, there])
  }
}
