/// Names one watch for ever: a descriptor's number and how many watches had begun before.
struct WatchToken: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt64

  static let wakeUp = WatchToken(number: 0, generation: 0)
  static let timer = WatchToken(number: 1, generation: 0)

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  init(number: CInt, generation: UInt32) {
    rawValue = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: number))
  }

  var number: CInt { CInt(truncatingIfNeeded: rawValue) }
  var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }
}

/// Who waits for which descriptor. A token outlived by its watch finds nothing, even when the number is in use again.
struct WatchTable: Sendable {
  typealias Callback = @Sendable (Readiness) -> Void

  struct Entry: Sendable {
    let token: WatchToken
    var interest: Readiness
    let callback: Callback
  }

  private var entries: [Entry?] = []
  private var generation: UInt32 = 0
  private(set) var count = 0

  /// A token that no watch has had; it is in force only when inserted.
  mutating func makeToken(for number: CInt) -> WatchToken {
    generation &+= 1
    if generation == 0 { generation = 1 }
    return WatchToken(number: number, generation: generation)
  }

  /// Puts a watch in force, and returns the one whose descriptor was closed behind its back.
  mutating func insert(_ entry: Entry) -> Entry? {
    let index = Int(entry.token.number)
    while entries.count <= index { entries.append(nil) }
    let stale = entries[index]
    entries[index] = entry
    if stale == nil { count += 1 }
    return stale
  }

  subscript(token: WatchToken) -> Entry? {
    let index = Int(token.number)
    guard index < entries.count, let entry = entries[index], entry.token == token else { return nil }
    return entry
  }

  mutating func changeInterest(of token: WatchToken, to interest: Readiness) {
    guard self[token] != nil else { return }
    entries[Int(token.number)]?.interest = interest
  }

  mutating func remove(_ token: WatchToken) -> Entry? {
    guard let entry = self[token] else { return nil }
    entries[Int(token.number)] = nil
    count -= 1
    return entry
  }
}
