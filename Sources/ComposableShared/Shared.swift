public import Composable

/// A value that features and stores share: `@Shared(.file("/etc/app.json")) var settings = Settings()`.
///
/// All of one key are one value. It is read like a property, and changed under its lock, on any executor:
///
/// ```swift
/// state.$settings.withLock { $0.isQuiet = true }
/// ```
///
/// Two are equal when their values are. A change from outside is no action: a feature that has to answer it awaits `values` in an effect.
@propertyWrapper
public struct Shared<Value: Equatable & Sendable>: Sendable {
  let reference: SharedReference<Value>

  /// Shares the value of a key, which is `wrappedValue` where there is none yet.
  public init(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKey<Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    reference = DependencyValues.current.sharedStorage.reference(of: key, at: location, default: wrappedValue)
  }

  /// The value as it is now.
  public var wrappedValue: Value { reference.value }

  /// The wrapper itself.
  public var projectedValue: Shared { self }

  /// Changes the value; changes by others come before or after, never between.
  public func withLock<Result: Sendable>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    try reference.change(change)
  }

  /// The present value, and each that differs from the one before; the newest for a consumer that is late.
  public var values: AsyncStream<Value> { reference.values }

  /// Writes the value to its file now, and returns when it would survive a crash of the machine.
  public func save() async throws {
    try await reference.save()
  }

  /// The same value, for a feature that must not change it.
  public var reader: SharedReader<Value> { SharedReader(self) }
}

extension Shared: Equatable, DescribedAsValue {
  public static func == (left: Self, right: Self) -> Bool {
    left.reference === right.reference || left.wrappedValue == right.wrappedValue
  }

  public var describedValue: Any { wrappedValue }
}

/// A shared value that is only read: `@SharedReader(.inMemory("user")) var user = nil as User?`, or `$user.reader` of another feature.
@propertyWrapper
public struct SharedReader<Value: Equatable & Sendable>: Sendable, Equatable, DescribedAsValue {
  private let shared: Shared<Value>

  /// Reads what another feature changes.
  public init(_ shared: Shared<Value>) {
    self.shared = shared
  }

  /// Reads the value of a key.
  public init(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKey<Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    shared = Shared(wrappedValue: wrappedValue(), key, fileID: fileID, line: line)
  }

  /// The value as it is now.
  public var wrappedValue: Value { shared.wrappedValue }

  /// The wrapper itself.
  public var projectedValue: SharedReader { self }

  /// The present value, and each that differs from the one before.
  public var values: AsyncStream<Value> { shared.values }

  public var describedValue: Any { wrappedValue }
}
