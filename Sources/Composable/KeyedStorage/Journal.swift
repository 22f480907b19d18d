import Synchronization

/// A moment in the life of one collection; no two changes in the process share one.
public struct JournalStamp: Hashable, Sendable {
  @usableFromInline let number: UInt64

  @usableFromInline
  static func next() -> JournalStamp {
    JournalStamp(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

private let lastNumber = Atomic<UInt64>(0)

/// The latest changes of a keyed collection, so that an observer that remembers a stamp can ask what was touched since.
///
/// Without it every action compares all children that have effects: a send with 10,000 holds would cost 1,000 times one with 10
/// (`send_with_10000_holds_over_10_ratio` in `bench core`).
///
/// A stamp stands for one state of one value: copies that diverge find no stamp of each other and answer `everything`. For
/// the same reason every change takes a new stamp, also a repeated one: an observer may remember the last stamp.
@usableFromInline
struct Journal<Key: Hashable & Sendable>: Sendable {
  /// The keys that an observer must look at again.
  @usableFromInline
  enum Changes: Equatable, Sendable {
    case none
    /// The keys that were added, removed, or whose elements may have changed, each once.
    case touched([Key])
    case everything
  }

  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let stamp: JournalStamp
    @usableFromInline let key: Key

    @inlinable
    init(stamp: JournalStamp, key: Key) {
      self.stamp = stamp
      self.key = key
    }
  }

  /// The state before the first entry.
  @usableFromInline var start = JournalStamp.next()
  @usableFromInline var entries: [Entry] = []

  /// The stamp of the last change, or of the beginning.
  @inlinable var stamp: JournalStamp { entries.last?.stamp ?? start }

  /// Notes a change of one element out of so many.
  @inlinable
  mutating func record(_ key: Key, outOf count: Int) {
    if entries.count >= Self.capacity(for: count) { forgetOldestHalf() }
    entries.append(Entry(stamp: .next(), key: key))
  }

  @inlinable
  mutating func record(_ keys: some Collection<Key>, outOf count: Int) {
    if keys.count > Self.capacity(for: count) { return recordEverything() }
    for key in keys { record(key, outOf: count) }
  }

  /// So many are remembered of the smallest collection, and looked through one by one.
  @inlinable static var few: Int { 16 }

  /// How many changes are remembered, of which the newer half always is: the more there is, the more it costs to look at everything.
  @inlinable
  static func capacity(for count: Int) -> Int { max(few, count / 4) }

  @inlinable
  mutating func recordEverything() {
    entries.removeAll(keepingCapacity: true)
    start = .next()
  }

  @inlinable
  func changes(since stamp: JournalStamp) -> Changes {
    if stamp == self.stamp { return .none }
    guard let first = position(after: stamp) else { return .everything }
    return .touched(Self.once(entries[first...]))
  }

  @inlinable
  static func once(_ entries: ArraySlice<Entry>) -> [Key] {
    var keys: [Key] = []
    if entries.count > few {
      var seen: Set<Key> = []
      for entry in entries where seen.insert(entry.key).inserted { keys.append(entry.key) }
    } else {
      for entry in entries where !keys.contains(entry.key) { keys.append(entry.key) }
    }
    return keys
  }

  @inlinable
  func position(after stamp: JournalStamp) -> Int? {
    if stamp == start { return 0 }
    return entries.lastIndex { $0.stamp == stamp }.map { $0 + 1 }
  }

  @inlinable
  mutating func forgetOldestHalf() {
    let half = entries.count / 2
    start = entries[half - 1].stamp
    entries.removeFirst(half)
  }
}
