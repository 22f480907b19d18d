/// What has a number that is never given again.
protocol Numbered: AnyObject {
  var key: Int { get }
}

/// The living, in the order in which they began, each found by its number.
struct Roster<Member: Numbered> {
  private struct Entry {
    let key: Int
    /// Nil when its life has ended.
    var member: Member?
  }

  // Numbers only grow, so that the place of a new one is the end. One that ends leaves a gap, until gaps outnumber the living: nothing is
  // sorted, nothing is hashed, and each end pays for a constant number of entries.
  private var entries: [Entry] = []
  private(set) var count = 0
  private var firstKept = 0

  /// All, the earliest first.
  var all: [Member] { entries.compactMap(\.member) }

  subscript(key: Int) -> Member? {
    let position = position(of: key)
    return position < entries.count && entries[position].key == key ? entries[position].member : nil
  }

  mutating func insert(_ member: Member) {
    let entry = Entry(key: member.key, member: member)
    count += 1
    if entries.last.map({ $0.key < entry.key }) ?? true { return entries.append(entry) }
    let position = position(of: entry.key)
    if entries[position].key == entry.key { entries[position] = entry } else { entries.insert(entry, at: position) }
  }

  mutating func remove(_ member: Member) {
    let position = position(of: member.key)
    guard position < entries.count, entries[position].member === member else { return }
    entries[position].member = nil
    count -= 1
    if position == entries.count - 1 { dropGapsAtEnd() }
    if entries.count > 2 * count + 16 { entries.removeAll { $0.member == nil } }
  }

  /// Hands over all, the earliest first; none is kept any longer than its turn.
  mutating func removeAll(_ body: (Member) -> Void) {
    count = 0
    for position in entries.indices {
      if let member = entries[position].member.take() { body(member) }
    }
    entries = []
  }

  /// Gives up the members up to a number, in passes that only go on: for a roster that is on its way out.
  mutating func giveUp(through key: Int) {
    while firstKept < entries.count, entries[firstKept].key <= key {
      entries[firstKept].member = nil
      firstKept += 1
    }
  }

  private func position(of key: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func dropGapsAtEnd() {
    while let last = entries.last, last.member == nil { entries.removeLast() }
  }
}
