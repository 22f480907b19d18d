import Synchronization

/// The latest changes of a keyed collection. A store that remembers a stamp can ask which children
/// were touched since.
///
/// Without it every action compares all children that have effects: a send with 10,000 holds would
/// cost 1,000 times one with 10 (`send_with_10000_holds_over_10_ratio` in `bench core`).
///
/// A stamp identifies one state of one value in the process, so that diverging copies do not share
/// later stamps. Every change takes a new stamp, even a repeated change, since an observer may
/// remember the last one.
@usableFromInline struct Journal<Key: Hashable & Sendable>: Sendable {
  /// The state before the first entry.
  @usableFromInline var start = nextStamp()
  @usableFromInline var entries: [(stamp: UInt64, key: Key)] = []

  /// The stamp of the last change, or the initial one.
  @inlinable var stamp: UInt64 { entries.last?.stamp ?? start }

  /// Notes a change of one element out of `count`.
  ///
  /// Keeps at most `count`/4 changes and, when full, drops the older half. A larger collection may
  /// keep more, since comparing all of it costs more.
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

  /// The keys that were added or removed, or whose elements may have changed, each once; nil if the
  /// stamp is too old to tell.
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
