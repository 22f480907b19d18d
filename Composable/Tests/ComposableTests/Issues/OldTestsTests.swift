import Testing

/// Runs the program `OldTests`, since neither XCTest nor the standard error of a program can be
/// observed in this process.
@Suite struct OldTestsTests {
  @Test func `an issue of a test store is a failure of XCTest, at the line of the call`() throws {
    let run = try Run("OldTests")

    #expect(run.status == 1)
    let printed = run.output + run.errors
    let failures = printed.filter { $0.contains(": error: ") }
    #expect(failures.count == 1)
    let failure = failures.first ?? ""
    #expect(failure.hasPrefix("/"))
    #expect(failure.contains("/Tests/Fixtures/OldTests/OldTests.swift:15: error: OldTests.testForgotten : "))
    #expect(failure.contains("The state changed after sending"))
    #expect(printed.contains { $0.contains("Executed 2 tests, with 1 failure") })
  }

  @Test func `a program without a reporter prints its issues on standard error`() throws {
    let run = try Run("OldTests", "issue")
    #expect(run.output == ["a result"])
    #expect(run.errors == ["App/Main.swift:3: a mistake"])
  }
}
