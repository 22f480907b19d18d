/// How much a peer may ask of this side; whatever goes beyond ends its own connection and nobody else's.
public struct WireLimits: Sendable, Hashable {
  /// Connections in all.
  public var connections = 1024
  /// Connections of one user; root is bound by the total alone.
  public var connectionsPerUser = 64
  /// Bytes of one message, without the NUL that ends it.
  public var messageBytes = 64 << 10
  /// Bytes that wait for a slow reader.
  public var outputBytes = 256 << 10
  /// Objects and arrays inside one another.
  public var nesting = 16

  public init() {}
}
