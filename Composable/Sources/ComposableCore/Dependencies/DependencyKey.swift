/// A dependency whose live value is in another module than its interface: the key itself has only a
/// value for tests.
///
/// Reading it in a live program is an issue, unless the module with the live value makes it a
/// `DependencyKey`.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency; without another one, the key's own.
  associatedtype Value: Sendable = Self

  /// The value in a test that did not override it; computed once for each test.
  static var testValue: Value { get }
}

/// A dependency with a value for a live program.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The type of the dependency; without another one, the key's own.
  associatedtype Value = Self

  /// The value in a program that did not override it; computed once.
  static var liveValue: Value { get }
}

extension DependencyKey {
  /// The live value, with an issue: a test has to override a dependency that it reads.
  public static var testValue: Value {
    reportMissing(
      "'\(Self.self)' has no test value, but was read in a test; its live value is used.",
      fix: "Override it where the test begins, 'withDependencies { $0[\(Self.self).self] = … }', "
        + "or give '\(Self.self)' a 'testValue'."
    )
    return liveValue
  }

  fileprivate static var liveBox: any AnyDependencyBox { DependencyBox<Self>(liveValue) }
}

extension TestDependencyKey {
  static func defaultBox(in context: DependencyContext) -> any AnyDependencyBox {
    if context == .test { return DependencyBox<Self>(testValue) }
    if let live = self as? any DependencyKey.Type { return live.liveBox }
    reportMissing(
      "'\(Self.self)' has no live value, but was read in a live program; its test value is used.",
      fix: "Conform '\(Self.self)' to 'DependencyKey', or override it where the program begins, "
        + "'prepareDependencies { $0[\(Self.self).self] = … }'."
    )
    return DependencyBox<Self>(testValue)
  }

  fileprivate static func reportMissing(_ event: String, fix: String) {
    reportIssue("\(event)\n  Key: \(Self.self)\n  Value: \(Value.self)\n\(fix)", at: DependencyComputation.location())
  }
}

/// Selects a dependency's default value; set explicitly by the program or the test.
public enum DependencyContext: Sendable, Hashable, CaseIterable {
  /// A live program.
  case live
  /// A test, which must not reach the outside world by accident.
  case test
}

extension DependencyValues {
  /// The context that supplies the defaults of dependencies that are not overridden.
  ///
  /// Switching the process's own values to `.test` discards the defaults made so far, so that two
  /// tests never share their state.
  public var context: DependencyContext {
    get { content.context ?? content.root.context }
    set {
      let startsAnew = newValue == .test && isOfProcess
      change { content in
        content.context = startsAnew ? nil : newValue
        if startsAnew { content.root = DependencyRoot(context: newValue) }
      }
    }
  }
}

/// A type-erased value of a dependency.
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
  /// The value of a box that is stored under `Key`, and so has the type of that key's values.
  func value<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    guard let box = self as? DependencyBox<Key> else { preconditionFailure("a dependency is stored under its own key") }
    return box.value
  }
}
