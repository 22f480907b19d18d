import Composable

/// Actions that came in response and that the test has still to receive, first come, first served.
struct ReceivedActions<State: Sendable, Action: Sendable> {
  private var actions: [RecordedAction<State, Action>?] = []
  private var next = 0

  var isEmpty: Bool { next == actions.count }

  var count: Int { actions.count - next }

  var first: RecordedAction<State, Action>? { isEmpty ? nil : actions[next] }

  /// Those that wait, the next one first.
  var all: some Sequence<RecordedAction<State, Action>> {
    actions[next...].lazy.compactMap(\.self)
  }

  mutating func append(_ new: some Sequence<RecordedAction<State, Action>>) {
    actions.append(contentsOf: new.lazy.map(Optional.some))
  }

  /// Takes the next one; what was taken is kept alive no longer.
  mutating func popFirst() -> RecordedAction<State, Action>? {
    guard next < actions.count else { return nil }
    let first = actions[next].take()
    next += 1
    if next == actions.count { removeAll() }
    return first
  }

  /// How many wait before the first that fits; nil where none does.
  func count(before fits: (Action) -> Bool) -> Int? {
    actions[next...].firstIndex { $0.map { fits($0.action) } ?? false }.map { $0 - next }
  }

  /// Takes all of them.
  mutating func removeAll() {
    actions.removeAll(keepingCapacity: true)
    next = 0
  }
}
