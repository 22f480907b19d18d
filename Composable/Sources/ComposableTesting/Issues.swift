public import ComposableCore
import Synchronization
// Exported, because callers of the test store pass '#_sourceLocation', which Testing declares.
@_exported public import Testing

/// Runs an operation and returns the issues that it reported, without failing the test.
public func withIssues(_ operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let collected = CollectedIssues()
  try withDependencies({ $0.issueReporter = collected.reporter }, operation: operation)
  return collected.issues
}

/// Runs an asynchronous operation and returns the issues that it and its tasks reported.
public func withIssues(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let collected = CollectedIssues()
  try await withDependencies({ $0.issueReporter = collected.reporter }, operation: operation)
  return collected.issues
}

/// Collects the issues of a reporter, for a store or a test that sets its reporter only once.
public final class CollectedIssues: Sendable {
  private let collected = Mutex<[ReportedIssue]>([])

  /// Makes an empty collection.
  public init() {}

  /// The issues so far.
  public var issues: [ReportedIssue] { collected.withLock { $0 } }

  /// A reporter that adds each issue to this collection, without failing a test.
  public var reporter: IssueReporter { IssueReporter { issue in self.collected.withLock { $0.append(issue) } } }
}

extension IssueReporter {
  /// Makes each issue a failure of the running test, at the line of the issue; works in XCTest,
  /// too.
  public static let recordingFailure = IssueReporter { issue in
    let location = SourceLocation(issue.location)
    Issue.record("\(issue.message)", sourceLocation: location)
    if Test.current == nil { failInXCTest(issue.message, at: location) }
  }
}

/// The paths of the files from which this module was called, by their `#fileID`.
///
/// An editor needs the path of a file to show a failure. The core has only `#fileID`, since a
/// released program should not contain the path of its build folder.
private let paths = Mutex<[String: String]>([:])

extension SourceLocation {
  init(_ location: CodeLocation) {
    let path = paths.withLock { $0[location.fileID] }
    self.init(fileID: location.fileID, filePath: path ?? location.fileID, line: location.line, column: 1)
  }
}

extension CodeLocation {
  init(_ location: SourceLocation) {
    paths.withLock { paths in
      if paths[location.fileID] == nil { paths[location.fileID] = location.filePath }
    }
    self.init(fileID: location.fileID, line: location.line)
  }
}

/// Gives each test its own dependencies, in the test context; every issue is a failure.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let prepare: @Sendable (inout DependencyValues) throws -> Void

  /// Applies to each test of a suite, so that tests share no dependencies.
  public var isRecursive: Bool { true }

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
  /// Gives each test its own dependencies, prepared by a closure. A test's trait adds to that of
  /// its suite.
  public static func dependencies(_ prepare: @escaping @Sendable (inout DependencyValues) throws -> Void) -> Self {
    DependenciesTrait(prepare: prepare)
  }

  /// Sets one dependency in each test: `.dependency(\.clock, ImmediateClock())`.
  public static func dependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> Self { DependenciesTrait { $0[keyPath: keyPath] = value } }

  /// Gives each test its own dependencies.
  public static var dependencies: Self { DependenciesTrait { _ in } }
}
