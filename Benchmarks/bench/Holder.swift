import Composable

/// Holds as many things as it is asked to, each under a name, and lets go of one by its name.
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
            try await waitForEver()
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
func waitForEver() async throws {
  for await _ in AsyncStream<Never>.makeStream().stream {}
  try Task.checkCancellation()
}
