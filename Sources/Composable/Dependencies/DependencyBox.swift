/// A value of a dependency, its type forgotten.
protocol AnyDependencyBox: AnyObject, Sendable {
  var key: any Any.Type { get }
}

final class DependencyBox<Key: TestDependencyKey>: AnyDependencyBox {
  let value: Key.Value

  init(_ value: Key.Value) {
    self.value = value
  }

  var key: any Any.Type { Key.self }
}

extension AnyDependencyBox {
  var slots: [DependencySlot] { DependencyContext.allCases.map { DependencySlot(key: key, context: $0) } }

  /// The value of a box that was filed under a key, which vouches for its type.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    unsafeDowncast(self, to: DependencyBox<Key>.self).value
  }
}
