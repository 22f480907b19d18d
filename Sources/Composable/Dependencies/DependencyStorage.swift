/// The storage of `DependencyValues`; immutable, so that tasks share it without a lock.
final class DependencyStorage: Sendable {
  typealias Overrides = [ObjectIdentifier: any AnyDependencyBox]

  struct Content: Sendable {
    var root: DependencyRoot
    var overrides: Overrides = [:]
    /// Whether the values belong to a feature that was presented or pushed.
    var isPresented = false
    var context: DependencyContext?
    /// Where the values are read, if they belong to one place in the code.
    var location: CodeLocation?
  }

  let content: Content

  init(_ content: Content) {
    self.content = content
  }

  var root: DependencyRoot { content.root }

  var context: DependencyContext { content.context ?? root.context }

  func override(of key: ObjectIdentifier) -> (any AnyDependencyBox)? { content.overrides[key] }

  func defaultBox<Key: TestDependencyKey>(of key: Key.Type, readAt location: CodeLocation) -> any AnyDependencyBox {
    let context = context
    return root.box(of: ObjectIdentifier(key), in: context) {
      let location = content.location ?? location
      return DependencyComputation.run(key, in: root, context, readAt: location) {
        DependencyValues.$current.withValue(DependencyValues(storage: bare)) { Key.defaultBox(in: context) }
      }
    }
  }

  /// The values under which a default is computed: its root's defaults, so that the order of reads has no influence.
  private var bare: DependencyStorage {
    let reporter = ObjectIdentifier(IssueReporterKey.self)
    var bare = Content(root: root, context: content.context)
    bare.overrides[reporter] = DependencyValues.current.storage.override(of: reporter) ?? override(of: reporter)
    return DependencyStorage(bare)
  }
}

extension DependencyStorage {
  /// A changed copy, which belongs to no place in the code.
  func changed(_ change: (inout Content) -> Void) -> DependencyStorage {
    var content = content
    content.location = nil
    change(&content)
    return DependencyStorage(content)
  }

  func switched(to context: DependencyContext) -> DependencyStorage {
    let startsAnew = context == .test && root === DependencyRoot.process
    return changed { content in
      content.context = startsAnew ? nil : context
      if startsAnew { content.root = DependencyRoot(context: context) }
    }
  }

  /// These values as the ones in force, above the ones that a reader captured when it was made.
  ///
  /// Where the values in force are the process's own, the captured ones decide whose defaults count.
  func above(_ captured: DependencyStorage) -> DependencyStorage {
    changed { content in
      if root === DependencyRoot.process { content.root = captured.root }
      content.context = content.context ?? captured.content.context
      content.location = captured.content.location
      content.overrides.merge(captured.content.overrides) { above, _ in above }
    }
  }
}

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
  /// The value of a box that was filed under a key, which vouches for its type.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    guard let box = self as? DependencyBox<Key> else { preconditionFailure("a dependency is stored under its own key") }
    return box.value
  }
}
