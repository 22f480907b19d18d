/// An identity of any type; values of two types are never the same.
struct ErasedID: Hashable, Sendable {
  private let base: any Hashable & Sendable

  init(_ base: some Hashable & Sendable) {
    self.base = base
  }

  /// The value, if it is of that type.
  func value<Value>(as type: Value.Type = Value.self) -> Value? {
    base as? Value
  }

  static func == (left: Self, right: Self) -> Bool {
    left.base.isEqual(to: right.base)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: base)))
    base.hash(into: &hasher)
  }
}

extension ErasedID: CustomStringConvertible {
  var description: String { String(describing: base) }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    type(of: other) == Self.self && self == (other as? Self)
  }
}
