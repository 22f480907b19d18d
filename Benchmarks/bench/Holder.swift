import ComposableCore

/// A feature with any number of holds, each started and cancelled by its id.
struct Holder: Reducer {
  struct State: Sendable {}

  enum Action: Sendable {
    case taken(Int)
    case worked(Int)
    case released(Int)
  }

  let released: Tally
  let survived: Tally

  init(released: Tally = Tally(), survived: Tally = Tally()) {
    self.released = released
    self.survived = survived
  }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .taken(let id):
        .hold(acquire: {}, release: { released.add() }).cancellable(id: id)
      case .worked(let id):
        .hold(
          acquire: {},
          release: { released.add() },
          while: { [survived] _ in
            try await waitUntilCancelled()
            survived.add()
          }
        )
        .cancellable(id: id)
      case .released(let id):
        .cancel(id: id)
      }
    }
  }
}

/// Suspends until the task is cancelled.
func waitUntilCancelled() async throws {
  for await _ in AsyncStream<Never>.makeStream().stream {}
  try Task.checkCancellation()
}
