/// An identity of any type; values of two types are never the same.
///
/// For `AnyHashable`, `1 as Int` and `1 as Int8` are equal, and hashing and comparing need several
/// type lookups (`effect_start_cancel_ns` in `bench core`).
@usableFromInline struct ErasedID: Hashable, Sendable {
  // Unavoidable: a child's `id` is found by a cast to `any Identifiable`, which cannot require a
  // Sendable id. It is read from Sendable state.
  private nonisolated(unsafe) let box: any IdentityBox
  // Computed once: an identity is looked up several times, and hashing an erased value is slow.
  private let hash: Int

  @usableFromInline init<ID: Hashable & Sendable>(_ base: ID) {
    self.init(unsent: base)
  }

  /// The `id` of a child's state.
  @usableFromInline init(of child: some Identifiable) {
    self.init(unsent: child.id)
  }

  private init<ID: Hashable>(unsent base: ID) {
    box = TypedIdentityBox(base)
    // Include the type; otherwise the values of all empty types would have the same hash.
    var hasher = Hasher()
    hasher.combine(ObjectIdentifier(ID.self))
    hasher.combine(base)
    hash = hasher.finalize()
  }

  @usableFromInline func value<Value: Hashable>() -> Value? { (box as? TypedIdentityBox<Value>)?.base }

  @usableFromInline static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.hash == rhs.hash && (lhs.box === rhs.box || lhs.box.isSame(as: rhs.box))
  }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}

private protocol IdentityBox: AnyObject {
  func isSame(as other: any IdentityBox) -> Bool
}

private final class TypedIdentityBox<ID: Hashable>: IdentityBox {
  let base: ID

  init(_ base: ID) {
    self.base = base
  }

  func isSame(as other: any IdentityBox) -> Bool { (other as? Self)?.base == base }
}
