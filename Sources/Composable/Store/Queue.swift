/// A first-in, first-out queue, which keeps nothing alive that was taken out of it.
package final class Queue<Element> {
  private var entries: [Element?] = []
  private var next = 0
  // Stored, so that a turn without queued actions need not look up the type of an entry (`send_ns` in `bench core`).
  package private(set) var isEmpty = true

  package init() {}

  package var count: Int { entries.count - next }

  package var waiting: some Collection<Element> { entries[next...].lazy.compactMap(\.self) }

  package func append(_ element: Element) {
    entries.append(element)
    isEmpty = false
  }

  package func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = entries[next].take()
    next += 1
    if next == entries.count {
      isEmpty = true
      entries.removeAll(keepingCapacity: true)
      next = 0
    }
    return first
  }
}
