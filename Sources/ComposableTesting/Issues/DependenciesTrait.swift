public import Composable
public import Testing

/// Gives each test dependencies of its own: in the test context, and with every issue a failure.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  private let prepare: @Sendable (inout DependencyValues) throws -> Void

  fileprivate init(_ prepare: @escaping @Sendable (inout DependencyValues) throws -> Void) {
    self.prepare = prepare
  }

  /// Each test of a suite has its own, not the suite one for all.
  public var isRecursive: Bool { true }

  /// Binds the dependencies around one test.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard DependencyValues.current.isOfProcess else {
      return try await withDependencies(prepare, operation: function)
    }
    let values = try DependencyValues(context: .test) {
      $0.issueReporter = .recordingFailure
      try prepare(&$0)
    }
    try await DependencyValues.$current.withValue(values, operation: function)
  }
}

extension Trait where Self == DependenciesTrait {
  /// Dependencies of their own for each test, prepared by a closure; a test's own trait adds to its suite's.
  public static func dependencies(_ prepare: @escaping @Sendable (inout DependencyValues) throws -> Void) -> Self {
    DependenciesTrait(prepare)
  }

  /// Dependencies of their own for each test.
  public static var dependencies: Self { DependenciesTrait { _ in } }
}
