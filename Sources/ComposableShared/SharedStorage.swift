public import Composable
public import EventLoop
import Synchronization

/// The shared values of a program, by key. It keeps them for as long as it lives.
///
/// The live one of a program that sets none, and that of a test, keep the values of files in memory too.
public final class SharedStorage: Sendable {
  private let disk: (any SharedDisk)?
  private let references = Mutex<[String: any AnySharedReference]>([:])

  package init(disk: (any SharedDisk)?) {
    self.disk = disk
  }

  /// A storage without files.
  public convenience init() { self.init(disk: nil) }

  /// A storage whose files are watched by a loop: to be set where the program begins, `$0.sharedStorage = SharedStorage(loop: loop)`.
  ///
  /// - Parameter delay: The time from a change until it is written; the changes meanwhile are written together.
  public convenience init(loop: EventLoop, delay: Duration = .milliseconds(500)) {
    self.init(disk: LoopDisk(loop: loop, delay: delay))
  }

  func reference<Value>(
    of key: SharedKey<Value>,
    at location: CodeLocation,
    default value: () -> Value
  ) -> SharedReference<Value> {
    let known: any AnySharedReference = references.withLock { references in
      if let known = references[key.name] { return known }
      let new = SharedReference(key, value(), disk: key.file == nil ? nil : disk, at: location)
      references[key.name] = new
      return new
    }
    if let known = known as? SharedReference<Value> { return known }
    reportIssue(
      """
      '\(key.name)' is shared as \(type(of: known).valueType) already, and was asked for as \(Value.self).
      The value of this place is its own. Give it another key, or the same type.
      """,
      at: location
    )
    return SharedReference(key, value(), disk: nil, at: location)
  }

  /// The values as they are now.
  package var values: SharedValues {
    SharedValues(byName: references.withLock { $0.mapValues(\.anyValue) })
  }
}

extension DependencyValues {
  /// Where shared values are kept. A test has its own, in memory.
  public var sharedStorage: SharedStorage {
    get { self[SharedStorageKey.self] }
    set { self[SharedStorageKey.self] = newValue }
  }
}

private enum SharedStorageKey: DependencyKey {
  static var liveValue: SharedStorage { SharedStorage() }
  static var testValue: SharedStorage { SharedStorage() }
}

/// Shared values by name, at one time: a test store follows them like its state.
package struct SharedValues: Equatable, Sendable, DescribedAsValue {
  package var byName: [String: any Equatable & Sendable] = [:]

  package init(byName: [String: any Equatable & Sendable] = [:]) {
    self.byName = byName
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.byName.count == right.byName.count
      && left.byName.allSatisfy { name, value in right.byName[name].map { isEqual(value, $0) } ?? false }
  }

  package var describedValue: Any { byName }
}

private func isEqual<Value: Equatable>(_ value: Value, _ other: any Equatable) -> Bool { other as? Value == value }

/// The values that an assertion of a test works on, in place of the real ones.
package final class SharedTrial: Sendable {
  @TaskLocal package static var current: SharedTrial?

  private let trial: Mutex<SharedValues>

  package init(_ values: SharedValues) {
    trial = Mutex(values)
  }

  package var values: SharedValues {
    get { trial.withLock { $0 } }
    set { trial.withLock { $0 = newValue } }
  }
}
