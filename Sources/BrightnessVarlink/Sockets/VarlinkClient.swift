import BrightnessEventLoop
import Glibc

/// A connection to a service. It is used on its loop.
///
/// Calls may be sent before earlier ones are answered; replies arrive in the order of calls.
public actor VarlinkClient: LoopActor {
  public typealias Receive = @Sendable (Result<Reply, CallError>) -> Void

  public struct Reply: Sendable, Hashable {
    public let parameters: JSONObject
    public let continues: Bool
  }

  private struct Waiting: Sendable {
    let kind: CallKind
    /// Whether the replies are a list that the service sends without pauses.
    var isList = false
    let receive: Receive
    var hasReplied = false
  }

  public nonisolated let loop: EventLoop
  private let limits: WireLimits
  private var stream: WireStream?
  private var ended: ConnectionEnd?
  /// Calls without their last reply, in order.
  private var waiting: [Waiting] = []
  /// Ends the connection if the service stays silent.
  private var silence: Timer?

  /// Connects to `unix:/path`, `/path`, or the abstract name `unix:@name`.
  public init(connectingTo address: String, on loop: EventLoop, limits: WireLimits = .ofClient) throws(VarlinkError) {
    try self.init(owning: try Self.connect(to: address, within: limits.silence), on: loop, limits: limits)
  }

  public init(
    owning socket: consuming Descriptor,
    on loop: EventLoop,
    limits: WireLimits = .ofClient
  ) throws(VarlinkError) {
    self.loop = loop
    self.limits = limits
    try open(socket)
  }

  /// Closes the connection, which is the only way to cancel a call that has more replies to come.
  public nonisolated func close() { close(because: .closed) }

  /// Closes the connection for a reason that calls fail with.
  public nonisolated func close(because reason: ConnectionEnd) {
    assumeIsolated { $0.end(reason) }
  }

  private nonisolated func open(_ socket: consuming Descriptor) throws(VarlinkError) {
    do {
      var opened: WireStream? = try WireStream(socket, on: loop, limits: limits) { [unowned self] readiness in
        self.assumeIsolated { $0.react(to: readiness) }
      }
      assumeIsolated { $0.stream = opened.take() }
    } catch {
      throw .refused(error)
    }
  }

  /// Blocks while the service's backlog is full; a non-blocking connect(2) would fail then.
  private static func connect(to address: String, within limit: Duration?) throws(VarlinkError) -> Descriptor {
    // Parameters after a semicolon are for servers.
    var path = address.utf8.prefix { $0 != UInt8(ascii: ";") }
    if path.starts(with: "unix:".utf8) { path.removeFirst("unix:".utf8.count) }
    guard path.first.map("/.@".utf8.contains) == true, let unix = UnixAddress(String(Substring(path))) else {
      throw .unusableAddress(address)
    }
    return try converting(VarlinkError.refused) { () throws(SystemError) in
      let socket = try Descriptor.unixStream()
      let number = socket.number
      let flags = fcntl(number, F_GETFL)
      _ = fcntl(number, F_SETFL, flags & ~O_NONBLOCK)
      socket.limitWait(to: limit)
      try systemCall("connect to", unix.path) { unix.withKernelForm { Glibc.connect(number, $0, $1) } }
      _ = fcntl(number, F_SETFL, flags)
      return socket
    }
  }
}

extension WireLimits {
  /// Limits of a client, which trusts the service that it has chosen. They are those of sd-varlink.
  public static let ofClient: WireLimits = {
    var limits = WireLimits()
    limits.messageBytes = 16 << 20
    limits.outputBytes = 16 << 20
    limits.nesting = 64
    return limits
  }()
}

extension VarlinkClient {
  /// Calls a method and waits for its only reply.
  public func call<Output: JSONObjectReadable>(
    _ method: String,
    _ parameters: some JSONObjectWritable = NoFields(),
    for _: Output.Type = Output.self
  ) async throws(CallError) -> Output {
    // Each call is resumed exactly once: by its reply or by the end of the connection.
    let result = await withCheckedContinuation { continuation in
      send(method, parameters, .plain) { continuation.resume(returning: $0) }
    }
    return try Self.output(of: method, try result.get())
  }

  public func call(_ method: String, _ parameters: some JSONObjectWritable = NoFields()) async throws(CallError) {
    _ = try await call(method, parameters, for: NoFields.self)
  }

  /// Calls a method that may send several replies. Leaving before the last one closes the
  /// connection.
  public nonisolated func replies<Output: JSONObjectReadable>(
    to method: String,
    _ parameters: some JSONObjectWritable = NoFields(),
    as _: Output.Type = Output.self
  ) -> Replies<Output, CallError> {
    replies(to: method, parameters) { $0 }
  }

  nonisolated func replies<Output: JSONObjectReadable, Failure: Error>(
    to method: String,
    _ parameters: some JSONObjectWritable,
    isList: Bool = false,
    failure: @escaping @Sendable (CallError) -> Failure
  ) -> Replies<Output, Failure> {
    let (results, continuation) = AsyncStream.makeStream(of: Result<Output, Failure>.self)
    continuation.onTermination = { termination in
      guard case .cancelled = termination else { return }
      self.loop.perform { self.close() }
    }
    assumeIsolated { client in
      client.send(method, parameters, .more, isList: isList) { result in
        do throws(CallError) {
          let reply = try result.get()
          continuation.yield(.success(try Self.output(of: method, reply)))
          if !reply.continues { continuation.finish() }
        } catch {
          continuation.yield(.failure(failure(error)))
          continuation.finish()
        }
      }
    }
    return Replies(results: results)
  }

  /// Calls a method, and passes each reply to `receive` on the loop; an error is the last one.
  public nonisolated func call(
    _ method: String,
    _ parameters: some JSONObjectWritable,
    wantsMore: Bool,
    _ receive: @escaping Receive
  ) {
    assumeIsolated { $0.send(method, parameters, wantsMore ? .more : .plain, receive) }
  }

  /// Calls a method that must not reply, not even with an error.
  public nonisolated func callOneway(_ method: String, _ parameters: some JSONObjectWritable = NoFields()) {
    assumeIsolated { $0.send(method, parameters, .oneway) { _ in } }
  }

  private static func output<Output: JSONObjectReadable>(
    of method: String,
    _ reply: Reply
  ) throws(CallError) -> Output {
    try converting({ CallError.unreadable(method: method, $0) }) { () throws(InvalidParameter) in
      try Output(json: JSONInput(.object(reply.parameters), allowsUnknownFields: true))
    }
  }
}

extension VarlinkClient {
  private func send(
    _ method: String,
    _ parameters: some JSONObjectWritable,
    _ kind: CallKind,
    isList: Bool = false,
    _ receive: @escaping Receive
  ) {
    let call = Waiting(kind: kind, isList: isList, receive: receive)
    guard ended == nil else { return fail([call]) }
    if kind != .oneway { waiting.append(call) }
    if silence == nil { waitForReply() }
    endIfFailing { () throws(ConnectionEnd) in
      try stream?.send(CallMessage.text(method, parameters, kind))
      try stream?.updateInterest()
    }
  }

  private func react(to readiness: Readiness) {
    endIfFailing { () throws(ConnectionEnd) in
      if readiness.contains(.writable) { try stream?.flush() }
      try stream?.receive()
      // Take one message at a time: a callback may make a call, or close the connection.
      while let reply = try stream?.next(ReplyMessage.init) ?? nil { try deliver(reply) }
      if stream?.hasReadEnd == true { throw stream?.hasInput == true ? .violated(.cutShort) : .finished }
      try stream?.updateInterest()
    }
  }

  private func deliver(_ reply: ReplyMessage) throws(ConnectionEnd) {
    guard let first = waiting.first else { throw .violated(.replyToNothing) }
    if reply.continues && first.kind != .more { throw .violated(.continuesUnasked) }
    if reply.continues { waiting[0].hasReplied = true } else { waiting.removeFirst() }
    waitForReply()
    if let error = reply.error {
      first.receive(.failure(.answered(ErrorReply(name: error, parameters: reply.parameters))))
    } else {
      first.receive(.success(Reply(parameters: reply.parameters, continues: reply.continues)))
    }
  }

  /// Limits the time until the next reply, unless the service need not send one.
  private func waitForReply() {
    if let timer = silence.take() { loop.cancel(timer) }
    guard let limit = limits.silence, let first = waiting.first, first.isList || !first.hasReplied else { return }
    silence = loop.after(limit) { [weak self] in self?.assumeIsolated { $0.end(.silent(limit)) } }
  }

  private func endIfFailing(_ body: () throws(ConnectionEnd) -> Void) {
    do {
      try body()
    } catch {
      end(error)
    }
  }

  private func end(_ reason: ConnectionEnd) {
    guard ended == nil else { return }
    ended = reason
    // The service notices, even if a child of this process has a copy of the socket.
    stream?.shutDown()
    stream = nil
    if let timer = silence.take() { loop.cancel(timer) }
    fail(waiting)
    waiting = []
  }

  /// Deferred: a caller does not expect the result before its call returns.
  private func fail(_ callers: [Waiting]) {
    guard let ended, !callers.isEmpty else { return }
    loop.perform { for caller in callers { caller.receive(.failure(.disconnected(ended))) } }
  }
}
