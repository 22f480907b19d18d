/// Which of its default values a dependency key gives; said by the program or the test, never guessed.
public enum DependencyContext: Sendable, Hashable, CaseIterable {
  /// A program at work.
  case live
  /// A test, in which nothing may reach the world by accident.
  case test
}

extension DependencyValues {
  /// The context whose defaults are given for what was not overridden.
  ///
  /// Switching the process's own values to `.test` starts anew: two tests never share what their defaults remember.
  public var context: DependencyContext {
    get { storage.context }
    set { storage = storage.switched(to: newValue) }
  }
}
