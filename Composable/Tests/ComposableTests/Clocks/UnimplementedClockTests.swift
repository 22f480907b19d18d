import ComposableCore
import ComposableTesting
import Testing

@Suite struct UnimplementedClockTests {
  @Test func `asking an unimplemented clock is an issue that names it`() async throws {
    let clock = UnimplementedClock(name: "loop")

    let issues = try await withIssues {
      #expect(clock.now == clock.now)
      _ = clock.minimumResolution
      try await clock.sleep(until: .now, tolerance: nil)
    }

    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        "Unimplemented: 'loop.now' was called, but nothing says what it does here.",
        "Unimplemented: 'loop.now' was called, but nothing says what it does here.",
        "Unimplemented: 'loop.minimumResolution' was called, but nothing says what it does here.",
        "Unimplemented: 'loop.sleep' was called, but nothing says what it does here.",
      ]
    )
  }

  @Test func `the clock of a test that was given none is unimplemented`() async throws {
    let issues = try await withIssues {
      try await withDependencies {
        $0.context = .test
      } operation: {
        @Dependency(\.clock) var clock
        try await clock.sleep(for: .seconds(1))
      }
    }

    #expect(
      issues.map(\.message).last == """
        Unimplemented: 'clock.sleep' was called, but nothing says what it does here.
        Override it where the test begins, 'withDependencies { $0.… = … }', or on the store that the test makes.
        """
    )
    #expect(issues.map(\.location.fileID).last == #fileID)
  }
}
