import AsyncAlgorithms
import Composable

struct FileClient: Sendable {
  var changes: @Sendable () -> AsyncStream<String>
}

extension FileClient: TestDependencyKey {
  static var testValue: FileClient {
    FileClient(changes: unimplemented("FileClient.changes", placeholder: AsyncStream { $0.finish() }))
  }
}

extension DependencyValues {
  var files: FileClient {
    get { self[FileClient.self] }
    set { self[FileClient.self] = newValue }
  }
}

/// Shows a file, also when it has changed and then rested, and for how long it is open.
struct Preview: Reducer {
  struct State: Equatable, Sendable {
    var minutes = 0
    var shown: [String] = []
  }

  enum Action: Equatable, Sendable {
    case opened
    case minutePassed
    case watched
    case rested(String)
  }

  @Dependency(\.clock) var clock
  @Dependency(\.files) var files

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .opened:
      return .run { send in
        for await _ in clock.minutes() { await send(.minutePassed) }
      }
    case .minutePassed: state.minutes += 1
    case .watched:
      return .run { send in
        for await path in clock.pauses(between: files.changes()) { await send(.rested(path)) }
      }
    case .rested(let path): state.shown.append(path)
    }
    return .none
  }
}

// The dependency is `any Clock<Duration>`. A sequence that names its clock's type is made where
// that type is known: in a method of the clock.
extension Clock<Duration> {
  func minutes() -> some AsyncSequence<Void, Never> {
    AsyncTimerSequence(interval: .seconds(60), clock: self).map { _ in }
  }

  /// The last one of changes in quick succession.
  func pauses(between changes: AsyncStream<String>) -> some AsyncSequence<String, Never> {
    changes.debounce(for: .milliseconds(200), clock: self)
  }
}
