/// An identity of any type; values of two types are never the same.
@usableFromInline
struct ErasedID: Hashable, Sendable {
  // A child's id is read from the child's state, which is Sendable; no type says that the id is, too.
  private nonisolated(unsafe) let base: AnyHashable
  private let type: ObjectIdentifier
  // Asked once: an identity is looked up several times, and what has been erased is slow to hash and to compare.
  private let hash: Int

  /// The identity that a caller chose.
  @usableFromInline
  init<ID: Hashable & Sendable>(_ base: ID) {
    self.base = base
    type = ObjectIdentifier(ID.self)
    hash = Self.hash(base)
  }

  /// The `id` of a child's state.
  @usableFromInline
  init<Child: Identifiable>(of child: Child) {
    let id = child.id
    base = id
    type = ObjectIdentifier(Child.ID.self)
    hash = Self.hash(id)
  }

  // With the type, lest all values of empty types fall together.
  private static func hash<ID: Hashable>(_ base: ID) -> Int {
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(ID.self))
    hasher.combine(base)
    return hasher.finalize()
  }

  /// The value, if it is of that type.
  @usableFromInline
  func value<Value>(as type: Value.Type = Value.self) -> Value? {
    base.base as? Value
  }
}

extension ErasedID {
  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.hash == rhs.hash && lhs.type == rhs.type && lhs.base == rhs.base
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(hash ^ Int(bitPattern: type))
  }
}

extension ErasedID: CustomStringConvertible {
  @usableFromInline var description: String { String(describing: base) }
}
