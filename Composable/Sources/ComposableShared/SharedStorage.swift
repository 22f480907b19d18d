public import ComposableCore
import Synchronization

/// The shared values of a program, by key.
///
/// A value in memory lasts as long as the storage. A value in a file is released with its last
/// user, since it is in the file. The storage of a test, and of a program that sets none, keeps
/// even those values in memory.
public final class SharedStorage: Sendable {
  private let disk: (any SharedDisk)?
  private let entries = Mutex<[String: Entry]>([:])
  /// Whether the process has shared a value outside of tests. Only then can the state of a test
  /// contain one of another storage.
  private static let isLive = Atomic(false)

  private struct Entry {
    weak var reference: (any AnySharedReference)?
    /// The same reference, strong, if its value is in memory only.
    let kept: (any AnySharedReference)?
  }

  package init(disk: (any SharedDisk)?) {
    self.disk = disk
  }

  /// A storage without files.
  public convenience init() { self.init(disk: nil) }

  /// A storage that reads, writes and watches files. Set it at the program's entry point:
  /// `$0.sharedStorage = .files()`.
  ///
  /// - Parameter delay: The time from a change until it is written; changes within that time are
  ///   written together.
  public static func files(delay: Duration = .milliseconds(500)) -> SharedStorage {
    SharedStorage(disk: FileDisk(delay: delay))
  }

  func reference<Value>(
    of key: SharedKey<Value>,
    at location: CodeLocation,
    default value: () -> Value
  ) -> SharedReference<Value> {
    if DependencyValues.current.context == .live { Self.isLive.store(true, ordering: .relaxed) }
    if let known = entries.withLock({ $0[key.name]?.reference }) { return typed(known, key, at: location, value) }
    // Made without the lock, because the default value, the coder and the reporter may use shared
    // values themselves.
    let new = SharedReference(key, value(), disk: disk, at: location)
    let chosen = entries.withLock { entries -> any AnySharedReference in
      // Another caller may have been first.
      if let first = entries[key.name]?.reference { return first }
      entries = entries.filter { $0.value.reference != nil }
      entries[key.name] = Entry(reference: new, kept: new.disk == nil ? new : nil)
      return new
    }
    if chosen === new { new.watchFile() }
    return typed(chosen, key, at: location, value)
  }

  private func typed<Value>(
    _ reference: any AnySharedReference,
    _ key: SharedKey<Value>,
    at location: CodeLocation,
    _ value: () -> Value
  ) -> SharedReference<Value> {
    if let reference = reference as? SharedReference<Value> { return reference }
    reportIssue(
      """
      '\(key.name)' is shared as \(type(of: reference.anyValue)) already, and was asked for as \(Value.self).
      The value of this place is its own. Give it another key, or the same type.
      """,
      at: location
    )
    return SharedReference(key, value(), disk: nil, at: location)
  }

  /// The names of the shared values in a state that belong to another storage.
  package func foreignNames(in state: some Sendable) -> [String] {
    guard Self.isLive.load(ordering: .relaxed) else { return [] }
    let foreign = references(in: state).filter { found in references[found.name] !== found }
    return Set(foreign.map(\.name)).sorted()
  }

  private func references(in value: Any) -> [any AnySharedReference] {
    if let shared = value as? any SharedProperty { return [shared.anyReference] }
    let mirror = Mirror(reflecting: value)
    // Objects are not searched: what they refer to is not part of the state, and may be cyclic.
    return mirror.displayStyle == .class ? [] : mirror.children.flatMap { references(in: $0.value) }
  }

  /// The values as they are now.
  package var values: SharedValues { SharedValues(byName: references.mapValues(\.anyValue)) }

  /// The values as they were when they appeared.
  package var firstValues: SharedValues { SharedValues(byName: references.mapValues(\.anyFirst)) }

  private var references: [String: any AnySharedReference] {
    // Read the values without the storage's lock: a change holds the lock of its value, and may
    // look up another value here.
    entries.withLock { $0.compactMapValues(\.reference) }
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

/// A snapshot of shared values by name. A test store compares it like the state.
package struct SharedValues: Equatable, Sendable, DescribedAsValue {
  package var byName: [String: any Equatable & Sendable] = [:]

  package static func == (left: Self, right: Self) -> Bool {
    left.byName.count == right.byName.count
      && left.byName.allSatisfy { name, value in right.byName[name].map { value.equals($0) } ?? false }
  }

  package var describedValue: Any { byName }
}

/// The values that a test's assertion changes instead of the real ones.
package final class SharedTrial: Sendable {
  @TaskLocal package static var current: SharedTrial?

  private let trial = Mutex(SharedValues())

  package init() {}

  package var values: SharedValues {
    get { trial.withLock { $0 } }
    set { trial.withLock { $0 = newValue } }
  }
}
