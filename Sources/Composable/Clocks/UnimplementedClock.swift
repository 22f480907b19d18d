/// A clock that nobody gave: asking it is an issue, it never moves, and its sleeps end at once.
public struct UnimplementedClock: Clock {
  private let name: String
  private let location: CodeLocation

  /// Makes a clock whose issues speak of `name`.
  public init(
    name: String = "clock",
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let here = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.name = name
    location = DependencyComputation.location(else: here)
  }

  /// The beginning, with an issue.
  public var now: ManualInstant {
    reportUnimplemented("\(name).now", at: location)
    return ManualInstant()
  }

  /// Nothing, with an issue.
  public var minimumResolution: Duration {
    reportUnimplemented("\(name).minimumResolution", at: location)
    return .zero
  }

  /// Ends at once, with an issue.
  public func sleep(until deadline: ManualInstant, tolerance: Duration?) async throws {
    reportUnimplemented("\(name).sleep", at: location)
    try Task.checkCancellation()
  }
}
