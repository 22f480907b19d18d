import Synchronization

/// Reads what tells one presented child from the next: its `id` where it has one; and where it is an enum its case, with the `id` of the case's
/// payload.
///
/// It is asked for while effects of the child live or begin, and when it is dismissed.
@usableFromInline
func presentedIdentity<Child: Sendable>(of type: Child.Type) -> @Sendable (Child) -> ErasedID {
  let own = childIdentity(of: type)
  let kind = ReflectedKind()
  return { child in
    kind.isEnum(child) ? ErasedID(PresentedCase(child, id: own(child))) : own(child)
  }
}

/// Which case of an enum is presented.
private struct PresentedCase: Hashable, Sendable {
  private let name: String
  private let id: ErasedID
  private let payloadID: ErasedID?

  init(_ child: Any, id: ErasedID) {
    let payload = Mirror(reflecting: child).children.first
    name = payload.map { $0.label ?? "" } ?? "\(child)"
    self.id = id
    payloadID = (payload?.value as? any Identifiable).map { ErasedID(of: $0) }
  }
}

/// Whether the values of one type are enums: reflection tells it of the first value, and what it tells is remembered.
private final class ReflectedKind: Sendable {
  private enum Kind: UInt8, AtomicRepresentable {
    case unknown, isEnum, isOther
  }

  private let known = Atomic(Kind.unknown)

  func isEnum(_ value: Any) -> Bool {
    switch known.load(ordering: .relaxed) {
    case .isEnum: return true
    case .isOther: return false
    case .unknown:
      let isEnum = Mirror(reflecting: value).displayStyle == .enum
      known.store(isEnum ? .isEnum : .isOther, ordering: .relaxed)
      return isEnum
    }
  }
}
