import Synchronization

/// The latest changes of a keyed collection, so that a store that remembers a stamp can ask which
/// children were touched since.
///
/// Without it every action compares all children that have effects: a send with 10,000 holds would
/// cost 1,000 times one with 10 (`send_with_10000_holds_over_10_ratio` in `bench core`).
///
/// A stamp stands for one state of one value in the process: copies that diverge find no stamp of
/// each other. For the same reason every change takes a new stamp, also a repeated one: an observer
/// may remember the last stamp.
@usableFromInline struct Journal<Key: Hashable & Sendable>: Sendable {
  /// The state before the first entry.
  @usableFromInline var start = nextStamp()
  @usableFromInline var entries: [(stamp: UInt64, key: Key)] = []

  /// The stamp of the last change, or of the beginning.
  @inlinable var stamp: UInt64 { entries.last?.stamp ?? start }

  /// Notes a change of one element out of so many.
  ///
  /// A quarter as many changes are remembered, of which the newer half always is: the more there
  /// is, the more it costs to look at everything.
  @inlinable mutating func record(_ key: Key, outOf count: Int) {
    if entries.count >= Self.capacity(for: count) {
      let half = entries.count / 2
      start = entries[half - 1].stamp
      entries.removeFirst(half)
    }
    entries.append((nextStamp(), key))
  }

  mutating func record(_ keys: [Key], outOf count: Int) {
    if keys.count > Self.capacity(for: count) { return recordEverything() }
    for key in keys { record(key, outOf: count) }
  }

  mutating func recordEverything() {
    entries.removeAll(keepingCapacity: true)
    start = nextStamp()
  }

  /// The keys that were added, removed, or whose elements may have changed, each once; nil where
  /// that is not known any more.
  @inlinable func touched(since stamp: UInt64) -> [Key]? {
    if stamp == self.stamp { return [] }
    let first = stamp == start ? 0 : entries.lastIndex { $0.stamp == stamp }.map { $0 + 1 }
    guard let first else { return nil }
    if first == entries.count - 1 { return [entries[first].key] }
    var seen: Set<Key> = []
    return entries[first...].map(\.key).filter { seen.insert($0).inserted }
  }

  @inlinable static func capacity(for count: Int) -> Int { max(16, count / 4) }
}

private let lastStamp = Atomic<UInt64>(0)

@usableFromInline func nextStamp() -> UInt64 { lastStamp.wrappingAdd(1, ordering: .relaxed).newValue }
