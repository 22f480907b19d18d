public import ComposableCore

// Names of swift-composable-architecture and the libraries below it for what is here under another
// name.

/// State of an optional child: `@Presents var child: Child.State?`.
public typealias Presents = PresentationState

/// The actions of a stack of features: `case path(StackActionOf<Path>)`.
public typealias StackActionOf<Feature: Reducer> = StackAction<Feature.State, Feature.Action>

/// The effects of a feature: `func load() -> EffectOf<Self>`.
public typealias EffectOf<Feature: Reducer> = Effect<Feature.Action>

extension DependencyValues {
  /// The clock on which features wait: another name of `clock`.
  public var continuousClock: any Clock<Duration> {
    get { clock }
    set { clock = newValue }
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until the task is cancelled, and throws then: `try await Task.never()`.
  public static func never() async throws {
    let silence = AsyncStream<Never> { _ in }
    for await _ in silence {}
    try checkCancellation()
  }
}

/// Reports a misuse to the current reporter, at the place of the call.
public func reportIssue(_ message: @autoclosure () -> String, fileID: String = #fileID, line: Int = #line) {
  reportIssue(message(), at: CodeLocation(fileID: fileID, line: line))
}
