import EventLoop
import Synchronization

/// Number of a connection, which its server never reuses.
public struct ConnectionID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// A client that is connected to a server. It is used on the loop of the server.
public final class Connection: Sendable {
  public let id: ConnectionID
  public let peer: PeerCredentials
  public let loop: EventLoop
  private let service: Service
  private let limits: WireLimits
  private let budget: ByteBudget
  private let turns: CallTurns
  private weak let server: VarlinkServer?
  /// Never held while a handler runs, which may reply, or close the connection.
  private let state: Mutex<State>

  private struct State {
    /// Nil once the connection has ended.
    var stream: WireStream?
    /// Whether a call waits for its last reply. Later calls wait too, since replies are sent in the order of calls.
    var isAnswering: Bool
    /// Whether a duplicate of the socket is kept for the next process.
    var isKept: Bool
    /// Whether the next process can continue the call that waits for its last reply.
    var isCallKept: Bool
    var isServing = false
    /// Continues the call when all was sent. It is not given the connection to keep, which would then never end.
    var goOn: (@Sendable (Connection) -> Void)?
    /// Whether the connection waits for its turn.
    var isQueued = false
    /// Bytes in the buffers, as the server has counted them.
    var counted = 0
  }

  /// - Parameter isWaiting: Whether a former process had the connection; then calls wait for `goOn()`.
  init(
    _ id: ConnectionID,
    _ peer: PeerCredentials,
    _ service: Service,
    _ limits: WireLimits,
    _ budget: ByteBudget,
    _ turns: CallTurns,
    of server: VarlinkServer,
    isWaiting: Bool = false
  ) {
    self.id = id
    self.peer = peer
    self.service = service
    self.limits = limits
    self.budget = budget
    self.turns = turns
    self.loop = server.loop
    self.server = server
    state = Mutex(State(isAnswering: isWaiting, isKept: isWaiting, isCallKept: isWaiting))
  }

  public var isOpen: Bool { state.withLock { $0.stream != nil } }

  /// Bytes that were not served or sent yet.
  var bufferedBytes: Int { state.withLock { $0.stream?.bufferedBytes ?? 0 } }

  /// Ends the connection without sending buffered replies.
  public func close() {
    end(.closed)
  }

  public func duplicate() throws(SystemError) -> Descriptor? {
    guard let number = state.withLock({ $0.stream?.number }) else { return nil }
    return try Descriptor(duplicating: number)
  }

  /// A pidfd of the process that connected; nil if the connection has ended.
  public func peerProcess() throws(SystemError) -> Descriptor? {
    guard let socket = try duplicate() else { return nil }
    return try socket.peerProcess()
  }

  func open(_ socket: consuming Descriptor, checksForDescriptors: Bool) throws(SystemError) {
    // Made under the lock, since only then the compiler knows that nothing else refers to it.
    var socket: Descriptor? = socket
    try state.withLock { (state) throws(SystemError) in
      state.stream = try WireStream(
        socket.take()!,
        on: loop,
        limits: limits,
        checksForDescriptors: checksForDescriptors
      ) { [unowned self] in self.react(to: $0) }
    }
  }

  func end(_ reason: ConnectionEnd) {
    step { (_, _) throws(ConnectionEnd) in throw reason }
  }
}

extension Connection {
  private func react(to readiness: Readiness) {
    step { (state, stream) throws(ConnectionEnd) in
      if readiness.contains(.writable) { try stream.flush() }
      // A peer that disconnects while it waits for a reply has nothing more to say; one that only stops writing may have.
      if state.isAnswering, !readiness.isDisjoint(with: [.hangUp, .failed]) { throw .hungUp }
      // The mark is set before reading, since received bytes would be lost with this process.
      if state.isKept, stream.wantsInput { try stream.mark(true) }
      if readiness != .writable { try stream.receive() }
      try proceed(&state, stream)
    }
  }

  /// Asks for a turn if a call may wait.
  private func proceed(_ state: inout State, _ stream: WireStream) throws(ConnectionEnd) {
    if !state.isQueued, state.goOn == nil ? !state.isAnswering && stream.hasInput : stream.isAllSent {
      state.isQueued = true
      turns.enqueue(self)
    }
    try rest(state, stream)
  }

  /// Continues a call, or serves the next one, if one is complete.
  func serve() {
    var goOn: (@Sendable (Connection) -> Void)?
    step { (state, _) throws(ConnectionEnd) in
      goOn = state.goOn.take()
      if goOn != nil { (state.isQueued, state.isServing) = (false, true) }
    }
    if let goOn {
      goOn(self)
    } else {
      guard let message = nextCall() else { return }
      service.handle(Call(message, on: self), message.parameters)
    }
    step { (state, stream) throws(ConnectionEnd) in
      state.isServing = false
      try proceed(&state, stream)
    }
  }

  private func nextCall() -> CallMessage? {
    var call: CallMessage?
    step { (state, stream) throws(ConnectionEnd) in
      state.isQueued = false
      guard !state.isAnswering else { return }
      call = try stream.next(CallMessage.init)
      guard call != nil else { return try rest(state, stream) }
      (state.isAnswering, state.isCallKept, state.isServing) = (true, false, true)
    }
    return call
  }

  /// Ends the connection when the peer has stopped writing and all its calls are answered; else tells epoll what to wait for.
  private func rest(_ state: State, _ stream: WireStream) throws(ConnectionEnd) {
    if stream.hasReadEnd, !state.isAnswering, !state.isQueued {
      if stream.hasInput { throw .violated(.cutShort) }
      if stream.isAllSent { throw .finished }
    }
    try stream.updateInterest()
  }

  /// Sends a reply to a call, unless the connection has ended or the caller accepts none.
  func send(
    _ message: [UInt8],
    replyingTo call: Call,
    continues: Bool,
    goOn: (@Sendable (Connection) -> Void)? = nil
  ) {
    step { (state, stream) throws(ConnectionEnd) in
      if !continues { state.isAnswering = false }
      state.goOn = goOn
      if !call.isOneway { try stream.send(message) }
      if !state.isServing { try proceed(&state, stream) }
    }
  }
}

extension Connection {
  /// Runs `body` unless the connection has ended; an error ends it.
  private func step(_ body: (inout State, WireStream) throws(ConnectionEnd) -> Void) {
    state.withLock { state in
      guard let stream = state.stream else { return }
      do throws(ConnectionEnd) {
        try body(&state, stream)
        try count(stream, in: &state)
        if state.isKept {
          try stream.mark(stream.hasInput || !stream.isAllSent || state.isAnswering && !state.isCallKept)
        }
      } catch {
        // Replies to the calls before a violation are still sent.
        if case .violated = error { try? stream.flush() }
        end(&state, stream, error)
      }
    }
  }

  private func end(_ state: inout State, _ stream: WireStream, _ reason: ConnectionEnd) {
    // Closing our descriptor is not enough for the peer to notice: systemd may have a duplicate. A server that stops leaves
    // that duplicate to the next process.
    if reason != .stopped { stream.shutDown() }
    // What is unread may hold descriptors of the peer's choice, whose last close may wait for as long as the peer likes.
    let leftover = stream.hasUnreadBytes ? try? Descriptor(duplicating: stream.number).release() : nil
    (state.stream, state.goOn) = (nil, nil)
    budget.change(peer.user, by: -state.counted)
    server?.remove(self, reason, leftover: leftover)
  }

  /// Counts what the buffers hold beyond the little that an ordinary call needs, which the number of connections bounds.
  private func count(_ stream: WireStream, in state: inout State) throws(ConnectionEnd) {
    let growth = max(0, stream.bufferedBytes - WireLimits.freeBytes) - state.counted
    guard growth != 0 else { return }
    guard growth < 0 || budget.admits(peer.user, adding: growth) else { throw .overBudget(limit: limits.userBytes) }
    budget.change(peer.user, by: growth)
    state.counted += growth
  }
}

/// Connections that outlive this process: a duplicate of the socket is kept elsewhere, and the next process adopts it.
///
/// The socket is marked as long as this process has read a call and not answered it, or has not sent a reply: then the next process
/// knows that the peer would wait forever, and closes the connection.
extension Connection {
  /// A duplicate of the socket to keep; nil if the connection has ended.
  public func keep() throws(SystemError) -> Descriptor? {
    let socket = try duplicate()
    step { state, _ in state.isKept = true }
    return socket
  }

  /// Says whether the next process can continue the call that waits for its last reply.
  public func keepCall(_ isKept: Bool) {
    step { state, _ in state.isCallKept = isKept }
  }

  /// Serves calls on a connection of a former process.
  public func goOn() {
    step { (state, stream) throws(ConnectionEnd) in
      (state.isAnswering, state.isCallKept) = (false, false)
      try proceed(&state, stream)
    }
  }

  /// Continues a call that a former process has received; later calls wait for its last reply.
  public func goOn(with method: String) -> Call {
    Call(CallMessage(method: method, wantsMore: true), on: self)
  }
}
