public import Composable
import Synchronization
// Whoever calls the test store passes '#_sourceLocation', which is declared there.
@_exported public import Testing

/// Runs an operation and returns the issues that it reported, which then fail no test.
public func withIssues(_ operation: () throws -> Void) rethrows -> [ReportedIssue] {
  let collected = CollectedIssues()
  try withDependencies({ $0.issueReporter = collected.reporter }, operation: operation)
  return collected.issues
}

/// Runs an asynchronous operation and gives the issues that it reported, also from the tasks that
/// it started.
public func withIssues(
  isolation: isolated (any Actor)? = #isolation,
  _ operation: () async throws -> Void
) async rethrows -> [ReportedIssue] {
  let collected = CollectedIssues()
  try await withDependencies({ $0.issueReporter = collected.reporter }, operation: operation)
  return collected.issues
}

/// Keeps the issues that its reporter is given: for a store or a test that sets its reporter once.
public final class CollectedIssues: Sendable {
  private let collected = Mutex<[ReportedIssue]>([])

  /// Makes an empty collection.
  public init() {}

  /// The issues so far.
  public var issues: [ReportedIssue] { collected.withLock { $0 } }

  /// A reporter that fails nothing and hands each issue to this collection.
  public var reporter: IssueReporter { IssueReporter { issue in self.collected.withLock { $0.append(issue) } } }
}

extension IssueReporter {
  /// Makes each issue a failure of the test that runs, at the line that the issue speaks of; in
  /// XCTest too.
  public static let recordingFailure = IssueReporter { issue in
    let location = SourceLocation(issue.location)
    Issue.record("\(issue.message)", sourceLocation: location)
    if Test.current == nil { failInXCTest(issue.message, at: location) }
  }
}

/// The paths of the files from which this module was called, by their `#fileID`.
///
/// An editor finds a failure by the path of its file alone. The core knows files by `#fileID`,
/// since a program that ships would otherwise hold the folder it was built in.
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

/// Gives each test dependencies of its own: in the test context, and with every issue a failure.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  fileprivate let prepare: @Sendable (inout DependencyValues) throws -> Void

  /// Each test of a suite has its own, not the suite one for all.
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
  /// Dependencies of their own for each test, prepared by a closure; a test's own trait adds to its
  /// suite's.
  public static func dependencies(_ prepare: @escaping @Sendable (inout DependencyValues) throws -> Void) -> Self {
    DependenciesTrait(prepare: prepare)
  }

  /// One dependency for each test: `.dependency(\.clock, ImmediateClock())`.
  public static func dependency<Value: Sendable>(
    _ keyPath: SendableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> Self { DependenciesTrait { $0[keyPath: keyPath] = value } }

  /// Dependencies of their own for each test.
  public static var dependencies: Self { DependenciesTrait { _ in } }
}
