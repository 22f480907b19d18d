/// The keys of effects that share a name or a send. Most often that is one alone, which costs no memory of its own.
enum EffectKeys {
  case none
  case one(Int)
  case many(Set<Int>)

  var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .many(let keys): keys.count
    }
  }

  var isEmpty: Bool { count == 0 }

  mutating func insert(_ key: Int) {
    switch consume self {
    case .none: self = .one(key)
    case .one(let other): self = .many([other, key])
    case .many(var keys):
      keys.insert(key)
      self = .many(keys)
    }
  }

  mutating func remove(_ key: Int) {
    switch consume self {
    case .none: self = .none
    case .one(let other): self = other == key ? .none : .one(other)
    case .many(var keys):
      keys.remove(key)
      self = keys.isEmpty ? .none : .many(keys)
    }
  }

  /// The effects of these keys that are in a roster, in no order.
  func effects(in roster: Roster<LiveEffect>) -> [LiveEffect] {
    switch self {
    case .none: []
    case .one(let key): roster[key].map { [$0] } ?? []
    case .many(let keys): keys.compactMap { roster[$0] }
    }
  }
}
