/// An identity of any type; values of two types are never the same.
@usableFromInline
struct ErasedID: Hashable, Sendable {
  // A child's id is read from the child's state, which is Sendable; no type says that the id is, too.
  private nonisolated(unsafe) let base: AnyHashable
  private let type: ObjectIdentifier

  /// The identity that a caller chose.
  @usableFromInline
  init<ID: Hashable & Sendable>(_ base: ID) {
    self.base = base
    type = ObjectIdentifier(ID.self)
  }

  /// The `id` of a child's state.
  @usableFromInline
  init<Child: Identifiable>(of child: Child) {
    base = child.id
    type = ObjectIdentifier(Child.ID.self)
  }

  /// The value, if it is of that type.
  @usableFromInline
  func value<Value>(as type: Value.Type = Value.self) -> Value? {
    base.base as? Value
  }
}

extension ErasedID: CustomStringConvertible {
  @usableFromInline var description: String { String(describing: base) }
}
