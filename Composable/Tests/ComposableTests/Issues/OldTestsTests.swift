import Testing

/// Runs the program `OldTests`, since neither XCTest nor the standard error of a program can be
/// observed in this process.
@Suite struct OldTestsTests {
  @Test func `an issue in XCTest is a failure at the line of the call, and tests share nothing`() throws {
    let run = try Run("OldTests")

    #expect(run.status == 1)
    let printed = run.output + run.errors
    let failures = printed.filter { $0.contains(": error: ") }.map { $0.split(separator: "/Tests/Fixtures/").last }
    #expect(
      failures == [
        "OldTests/OldTests.swift:32: error: OldTests.testForgotten : failed - The state changed after sending 'Int', "
          + "but no change was asserted (expected: −, actual: +):",
        "OldTests/OldTests.swift:36: error: OldTests.testNotReceived : failed - Before the end, the test must receive "
          + "1 action that came in response.",
        "OldTests/OldTests.swift:1: error: OldTests.testMisused : failed - a mistake",
      ]
    )
    #expect(printed.contains { $0.contains("Executed 6 tests, with 3 failures") })
  }

  @Test func `a program without a reporter prints its issues on standard error`() throws {
    let run = try Run("OldTests", "issue")
    #expect(run.output == ["a result"])
    #expect(run.errors == ["App/Main.swift:3: a mistake"])
  }
}
