/// How much of a store's behavior a test has to assert.
public enum Exhaustivity: Sendable, Equatable {
  /// Every change of state, every received action, and every effect that is still in flight at the
  /// end.
  case on
  /// Only what the test asserts; with `showSkippedAssertions`, omissions are noted.
  ///
  /// To find omissions, an assertion's closure runs a second time, on the old state, after the
  /// assertion itself was checked. Side effects, such as drawing an identifier, then happen twice;
  /// a failure is reported once.
  case off(showSkippedAssertions: Bool)

  /// Only what the test asserts; omissions are not noted.
  public static let off = Exhaustivity.off(showSkippedAssertions: false)

  var isOn: Bool { self == .on }

  var showsSkipped: Bool { self == .off(showSkippedAssertions: true) }
}

extension TestStore {
  /// Runs a part of a test with another exhaustivity.
  public func withExhaustivity<Result>(_ exhaustivity: Exhaustivity, operation: () throws -> Result) rethrows -> Result
  {
    let former = self.exhaustivity
    defer { self.exhaustivity = former }
    self.exhaustivity = exhaustivity
    return try operation()
  }

  /// Runs an asynchronous part of a test with another exhaustivity.
  public nonisolated(nonsending) func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity,
    operation: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let former = self.exhaustivity
    defer { self.exhaustivity = former }
    self.exhaustivity = exhaustivity
    return try await operation()
  }
}
