/// The storage of `DependencyValues`; immutable, so that tasks share it without a lock.
final class DependencyStorage: Sendable {
  typealias Overrides = [ObjectIdentifier: any AnyDependencyBox]

  let root: DependencyRoot
  let overrides: Overrides
  /// Whether the values belong to a feature that was presented or pushed.
  let isPresented: Bool
  private let chosenContext: DependencyContext?
  private let beneath: DependencyStorage?
  private let location: CodeLocation?

  init(
    root: DependencyRoot,
    overrides: Overrides = [:],
    context: DependencyContext? = nil,
    beneath: DependencyStorage? = nil,
    location: CodeLocation? = nil,
    isPresented: Bool = false
  ) {
    self.root = root
    self.overrides = overrides
    self.isPresented = isPresented
    self.chosenContext = context
    self.beneath = beneath
    self.location = location
  }

  var context: DependencyContext { chosenContext ?? root.context }

  func override(of key: ObjectIdentifier) -> (any AnyDependencyBox)? {
    overrides[key] ?? beneath?.override(of: key)
  }

  func defaultBox<Key: TestDependencyKey>(of key: Key.Type, readAt location: CodeLocation) -> any AnyDependencyBox {
    root.box(of: key, in: chosenContext) { slot in
      DependencyComputation.run(slot, in: root, readAt: self.location ?? beneath?.location ?? location) {
        DependencyValues.$current.withValue(DependencyValues(storage: bare)) {
          Key.defaultBox(in: slot.context)
        }
      }
    }
  }

  /// The values under which a default is computed: its root's defaults, so that the order of reads has no influence.
  private var bare: DependencyStorage {
    let reporter = ObjectIdentifier(IssueReporterKey.self)
    let inForce = DependencyValues.current.storage.override(of: reporter) ?? override(of: reporter)
    return DependencyStorage(root: root, overrides: inForce.map { [reporter: $0] } ?? [:], context: chosenContext)
  }
}

extension DependencyStorage {
  func overriding(_ key: ObjectIdentifier, with box: any AnyDependencyBox) -> DependencyStorage {
    var overrides = flattened
    overrides[key] = box
    return DependencyStorage(root: root, overrides: overrides, context: chosenContext, isPresented: isPresented)
  }

  func presenting(_ isPresented: Bool) -> DependencyStorage {
    if isPresented == self.isPresented { return self }
    return DependencyStorage(
      root: root,
      overrides: overrides,
      context: chosenContext,
      beneath: beneath,
      location: location,
      isPresented: isPresented
    )
  }

  func switched(to context: DependencyContext) -> DependencyStorage {
    let startsAnew = context == .test && root === DependencyRoot.process
    return DependencyStorage(
      root: startsAnew ? DependencyRoot(context: context, hasBegun: false) : root,
      overrides: flattened,
      context: startsAnew ? nil : context,
      isPresented: isPresented
    )
  }

  /// These values as one place in the code reads them.
  func read(at location: CodeLocation) -> DependencyStorage {
    DependencyStorage(
      root: root,
      overrides: flattened,
      context: chosenContext,
      location: location,
      isPresented: isPresented
    )
  }

  /// These values as the ones in force, above the ones that a reader captured when it was made.
  ///
  /// Where the values in force are the process's own, the captured ones decide whose defaults count.
  func above(_ captured: DependencyStorage) -> DependencyStorage {
    DependencyStorage(
      root: root === DependencyRoot.process ? captured.root : root,
      overrides: flattened,
      context: chosenContext ?? captured.chosenContext,
      beneath: captured,
      isPresented: isPresented
    )
  }

  private var flattened: Overrides {
    guard let beneath else { return overrides }
    return beneath.flattened.merging(overrides) { _, above in above }
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
  var slots: [DependencySlot] { DependencyContext.allCases.map { DependencySlot(key: key, context: $0) } }

  /// The value of a box that was filed under a key, which vouches for its type.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    guard let box = self as? DependencyBox<Key> else { preconditionFailure("a dependency is stored under its own key") }
    return box.value
  }
}
