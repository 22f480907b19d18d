import EventLoop
import Varlink

/// Where a shared value is kept, under which name.
public struct SharedKey<Value: Equatable & Sendable>: Sendable {
  let name: String
  /// None where the value is kept in memory only.
  let file: SharedFile?

  struct SharedFile: Sendable {
    let path: String
    let coder: SharedCoder<Value>
  }

  /// A value that lasts as long as the program's storage.
  public static func inMemory(_ name: String) -> Self { Self(name: name, file: nil) }

  /// A value that is kept in a file, as the coder's bytes. Two spellings of a path, `a/./b` and `a/b`, are one value; a link is another.
  public static func file(_ path: String, coder: SharedCoder<Value>) -> Self {
    let path = plain(path)
    return Self(name: "file \(path)", file: SharedFile(path: path, coder: coder))
  }

  /// The path without empty parts and ".". A ".." stays, since the folder before it may be a link.
  private static func plain(_ path: String) -> String {
    let parts = path.pathComponents.filter { $0 != "." }
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
    (self.encode, self.decode) = (encode, decode)
  }
}

extension SharedCoder where Value: Codable & Sendable {
  /// A line of JSON.
  public static var json: Self {
    Self(
      encode: { try JSONCoding.line($0) + [UInt8(ascii: "\n")] },
      decode: { try JSONCoding.value(from: JSON(parsing: $0)) }
    )
  }
}
