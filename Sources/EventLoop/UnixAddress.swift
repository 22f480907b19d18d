import Glibc

/// Where a Unix socket is found: a path, or after an `@` a name that no file stands for.
public struct UnixAddress: Sendable, Hashable {
  /// How many bytes the kernel takes for a path.
  public static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  public let path: String

  /// Nil if the path is empty, longer than `longestPath`, or broken by a NUL.
  public init?(_ path: String) {
    guard 1...Self.longestPath ~= path.utf8.count, !path.utf8.contains(0) else { return nil }
    self.path = path
  }

  /// Whether no file stands for the address.
  public var isAbstract: Bool { path.utf8.first == UInt8(ascii: "@") }

  /// The address as bind(2) and connect(2) take it.
  public func withKernelForm<Value, Failure: Error>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8)
      if isAbstract { bytes[0] = 0 }
    }
    let length = MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + path.utf8.count + (isAbstract ? 0 : 1)
    return try withUnsafePointer(to: address) { (pointer) throws(Failure) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (pointer) throws(Failure) in
        try body(pointer, socklen_t(length))
      }
    }
  }
}
