/// A value that counts how often a change had to copy what it owns, because it was shared.
struct CopyCounted: Equatable, Identifiable, Sendable {
  let id: Int
  private(set) var copies = 0
  private var owned: Owned

  init(id: Int = 0, value: Int = 0) {
    self.id = id
    owned = Owned(value)
  }

  var value: Int {
    get { owned.value }
    set {
      if !isKnownUniquelyReferenced(&owned) { copies += 1 }
      owned = Owned(newValue)
    }
  }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id && lhs.value == rhs.value }
}

private final class Owned: Sendable {
  let value: Int
  init(_ value: Int) { self.value = value }
}
