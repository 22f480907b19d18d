public import ComposableCore
import FoundationEssentials

/// A value that features and stores share:
/// `@Shared(.file("/etc/app.json")) var settings = Settings()`.
///
/// All properties with the same key share one value. It is read like any property, and changed
/// under its lock, on any executor:
///
/// ```swift
/// state.$settings.withLock { $0.isQuiet = true }
/// ```
///
/// Two shared properties are equal if their values are. A change from outside sends no action: a
/// feature that has to respond iterates over `values` in an effect.
@propertyWrapper
public struct Shared<Value: Equatable & Sendable>: Sendable {
  let reference: SharedReference<Value>

  /// Shares the value of a key; `wrappedValue` is the value if there is none yet.
  public init(
    wrappedValue: @autoclosure () -> Value,
    _ key: SharedKey<Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    reference = DependencyValues.current.sharedStorage.reference(of: key, at: location, default: wrappedValue)
  }

  /// Shares the optional value of a key, which is nil until it is set: `@Shared(.inMemory("token"))
  /// var token: String?`.
  public init(_ key: SharedKey<Value>, fileID: String = #fileID, line: Int = #line)
  where Value: ExpressibleByNilLiteral {
    self.init(wrappedValue: nil, key, fileID: fileID, line: line)
  }

  /// The value as it is now.
  public var wrappedValue: Value { reference.value }

  /// The wrapper itself.
  public var projectedValue: Shared { self }

  /// Changes the value atomically.
  public func withLock<Result: Sendable>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    try reference.change(change)
  }

  /// The current value, and each new one that differs; a slow consumer gets only the newest.
  public var values: AsyncStream<Value> { reference.values }

  /// Writes the value to its file now, and returns when it is durable, even if the machine crashes.
  public func save() async throws {
    try await reference.save()
  }
}

/// A property of a state that shares its value.
protocol SharedProperty {
  var anyReference: any AnySharedReference { get }
}

extension Shared: SharedProperty {
  var anyReference: any AnySharedReference { reference }
}

extension SharedReader: SharedProperty {
  var anyReference: any AnySharedReference { shared.reference }
}

extension Shared: Equatable, DescribedAsValue {
  public static func == (left: Self, right: Self) -> Bool {
    left.reference === right.reference || left.wrappedValue == right.wrappedValue
  }

  package var describedValue: Any { wrappedValue }
}

/// A read-only shared value: `@SharedReader(.inMemory("user")) var user: User?`, or
/// `SharedReader($user)` for a feature that must not change it.
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

  /// Reads the optional value of a key.
  public init(_ key: SharedKey<Value>, fileID: String = #fileID, line: Int = #line)
  where Value: ExpressibleByNilLiteral {
    shared = Shared(key, fileID: fileID, line: line)
  }

  /// The value as it is now.
  public var wrappedValue: Value { shared.wrappedValue }

  /// The wrapper itself.
  public var projectedValue: SharedReader { self }

  /// The current value, and each new one that differs from the one before.
  public var values: AsyncStream<Value> { shared.values }

  package var describedValue: Any { wrappedValue }
}

/// Where a shared value is kept, and under which name.
public struct SharedKey<Value: Equatable & Sendable>: Sendable {
  let name: String
  /// Nil if the value is kept in memory only.
  var file: SharedFile?

  struct SharedFile: Sendable {
    let path: String
    let coder: SharedCoder<Value>
    var makesFolder = false
  }

  /// A value that lasts as long as the program's storage.
  public static func inMemory(_ name: String) -> Self { Self(name: name, file: nil) }

  /// A value that is kept in a file, in the coder's format. Two spellings of a path, `a/./b` and
  /// `a/b`, mean the same value; a symbolic link means another one.
  public static func file(_ path: String, coder: SharedCoder<Value>) -> Self {
    let path = plain(path)
    return Self(name: "file \(path)", file: SharedFile(path: path, coder: coder))
  }

  /// The path without empty components and ".". A ".." is kept, since the folder before it may be a
  /// link.
  private static func plain(_ path: String) -> String {
    // Split at scalars: `String` would not split at a slash that is followed by a combining accent.
    let parts = path.unicodeScalars.split(separator: "/").map(String.init).filter { $0 != "." }
    return parts.isEmpty ? path : (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

extension SharedKey where Value: Codable {
  /// A value that is kept in a file, as JSON.
  public static func file(_ path: String) -> Self { .file(path, coder: .json) }
}

/// Turns a value into the bytes of its file, and back.
public struct SharedCoder<Value>: Sendable {
  let encode: @Sendable (Value) throws -> [UInt8]
  let decode: @Sendable ([UInt8]) throws -> Value

  /// Makes a coder of two functions.
  public init(
    encode: @escaping @Sendable (Value) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Value
  ) {
    self.encode = encode
    self.decode = decode
  }
}

extension SharedCoder where Value: Codable & Sendable {
  /// A line of JSON.
  public static var json: Self {
    Self(
      encode: { value in
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
      },
      decode: { try JSONDecoder().decode(Value.self, from: Data($0)) }
    )
  }
}
