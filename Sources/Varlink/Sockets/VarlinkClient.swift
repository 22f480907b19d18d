import EventLoop
import Glibc

/// Calls a service over one connection. It lives on its loop, and is used there.
///
/// Calls may be made before the former ones are answered; the replies come in the order of the calls.
public actor VarlinkClient: LoopActor {
  public typealias Receive = @Sendable (CallResult) -> Void

  /// One reply to a call.
  public struct Reply: Sendable, Hashable {
    public let parameters: JSONObject
    /// Whether more replies to the same call follow.
    public let continues: Bool
  }

  struct Waiting: Sendable {
    let kind: CallKind
    let receive: Receive
  }

  public nonisolated let loop: EventLoop
  let limits: WireLimits
  var stream: WireStream?
  var ended: ConnectionEnd?
  /// Who waits for a reply, in the order of the calls.
  var waiting: [Waiting] = []

  /// Connects to `unix:/path`, `/path`, or the abstract name `unix:@name`.
  public init(
    connectingTo address: String,
    on loop: EventLoop,
    limits: WireLimits = .ofClient
  ) throws(VarlinkError) {
    try self.init(owning: try Self.connect(to: address), on: loop, limits: limits)
  }

  /// Takes over a socket that is connected.
  public init(
    owning socket: consuming Descriptor,
    on loop: EventLoop,
    limits: WireLimits = .ofClient
  ) throws(VarlinkError) {
    self.loop = loop
    self.limits = limits
    try open(socket)
  }

  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Ends the connection, which is also the only way to end a call that has more replies to come.
  public nonisolated func close() {
    assumeIsolated { $0.end(.closed) }
  }

  private nonisolated func open(_ socket: consuming Descriptor) throws(VarlinkError) {
    let stream: WireStream
    do throws(SystemError) {
      stream = try WireStream(socket, on: loop, limits: limits) { [unowned self] readiness in
        self.assumeIsolated { $0.react(to: readiness) }
      }
    } catch {
      throw .refused(error)
    }
    assumeIsolated { $0.stream = stream }
  }

  private static func connect(to address: String) throws(VarlinkError) -> Descriptor {
    // What follows a semicolon is for servers.
    var path = address.utf8.prefix { $0 != UInt8(ascii: ";") }
    if path.starts(with: "unix:".utf8) { path.removeFirst("unix:".utf8.count) }
    guard path.first.map("/.@".utf8.contains) == true, let unix = UnixAddress(String(Substring(path))) else {
      throw .unusableAddress(address)
    }
    return try refusable { () throws(SystemError) in
      let socket = try Descriptor.unixStream()
      let number = socket.number
      try systemCall("connect to", unix.path) { unix.withKernelForm { Glibc.connect(number, $0, $1) } }
      return socket
    }
  }
}

extension WireLimits {
  /// What a client takes from the service that it has chosen: as much as sd-varlink does.
  public static let ofClient: WireLimits = {
    var limits = WireLimits()
    limits.messageBytes = 16 << 20
    limits.outputBytes = 16 << 20
    limits.nesting = 64
    return limits
  }()
}
