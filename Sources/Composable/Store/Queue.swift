/// A first-in, first-out queue, which keeps nothing alive that was taken out of it.
@usableFromInline package final class Queue<Element> {
  @usableFromInline var entries: [Element?] = []
  @usableFromInline var next = 0
  // Stored, so that a turn without queued actions need not look up the type of an entry (`send_ns` in `bench core`).
  @usableFromInline var isFilled = false

  @inlinable package init() {}

  @inlinable package var count: Int { entries.count - next }

  @inlinable package var isEmpty: Bool { !isFilled }

  @inlinable package var waiting: some Collection<Element> { entries[next...].lazy.map { $0! } }

  @inlinable package func append(_ element: Element) {
    entries.append(element)
    isFilled = true
  }

  @inlinable package func popFirst() -> Element? {
    if isEmpty { return nil }
    let first = entries[next].take()
    next += 1
    if next == entries.count {
      isFilled = false
      entries.removeAll(keepingCapacity: true)
      next = 0
    }
    return first
  }
}
