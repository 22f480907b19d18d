/// How much of what a store does a test must state.
public enum Exhaustivity: Sendable, Equatable {
  /// Every change of state, every received action, and every effect that is still in flight at the
  /// end.
  case on
  /// Only the assertions of the test; omissions are noted where `showSkippedAssertions` is true.
  ///
  /// To find what was left out, an assertion's closure runs a second time, on the former state,
  /// after the assertion itself was judged. A closure that has an effect, such as asking for an
  /// identifier, has it twice then; what it does to the test's verdict it does once.
  case off(showSkippedAssertions: Bool)

  /// Only the assertions of the test; omissions are not noted.
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
