/// Actions that wait for their turn, first come, first served.
final class ActionQueue<Action> {
  struct Entry {
    let action: Action
    let group: SendGroup?
  }

  private var entries: [Entry?] = []
  private var next = 0
  private(set) var isEmpty = true

  func append(_ action: Action, group: SendGroup?) {
    entries.append(Entry(action: action, group: group))
    isEmpty = false
  }

  /// Takes the first entry; an empty queue keeps no action alive.
  func popFirst() -> Entry? {
    if isEmpty { return nil }
    let entry = entries[next].take()
    next += 1
    if next == entries.count {
      isEmpty = true
      entries.removeAll(keepingCapacity: true)
      next = 0
    }
    return entry
  }
}
