/// Actions that wait for their turn, first come, first served.
struct ActionQueue<Action> {
  struct Entry {
    let action: Action
    let group: SendGroup?
  }

  private var entries: [Entry?] = []
  private var next = 0

  var isEmpty: Bool { next == entries.count }

  mutating func append(_ action: Action, group: SendGroup?) {
    entries.append(Entry(action: action, group: group))
  }

  /// Takes the first entry; an empty queue keeps no action alive.
  mutating func popFirst() -> Entry? {
    guard next < entries.count else { return nil }
    let entry = entries[next].take()
    next += 1
    if next == entries.count {
      entries.removeAll(keepingCapacity: true)
      next = 0
    }
    return entry
  }
}
