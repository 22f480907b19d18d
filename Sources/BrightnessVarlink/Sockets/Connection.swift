import BrightnessEventLoop
import Synchronization

/// Number of a connection, which its server never reuses.
public struct ConnectionID: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// A client that is connected to a server. It is used on the loop of the server.
///
/// epoll says that the socket is readable, and `react` receives into the stream's buffer. If that
/// may hold a call, the connection joins the `CallScheduler`, which is fair among users. When it is
/// next, `serve` takes one message and passes a `Call` to its handler; no other call is taken
/// before the last reply, since replies are sent in the order of calls. A reply is sent at once as
/// far as the peer reads, and otherwise when the socket is writable again. Then the connection
/// queues for its next call.
///
/// Every step runs by `whileOpen`, under the lock; an error thrown there ends the connection, once,
/// whatever the reason. Handlers run without the lock.
public final class Connection: Sendable {
  public let id: ConnectionID
  public let peer: PeerCredentials
  public let loop: EventLoop
  private let service: Service
  private let limits: WireLimits
  private let budget: ByteBudget
  private let scheduler: CallScheduler
  private weak let server: VarlinkServer?
  /// Never held while a handler runs, which may reply, or close the connection.
  private let state: Mutex<State>

  private struct State: ~Copyable {
    /// Nil once the connection has ended.
    var stream: WireStream?
    var progress: Progress
  }

  private struct Progress {
    /// The call that waits for its last reply. Later calls wait too, since replies are sent in the
    /// order of calls.
    var openCall: OpenCall?
    /// Whether a duplicate of the socket is kept for the next process.
    var isKept: Bool
    /// Ends the connection if its peer does not read the last part of a list, or the last reply, in
    /// time.
    var timeout: Timer?
    /// How many calls were taken from the buffer so far.
    var callCount = 0
    /// Whether the connection ends when the calls that have arrived are answered.
    var isFinishing = false
    /// Whether the connection is in the queue of calls.
    var isQueued = false
    /// Bytes in the buffers, as the server has counted them.
    var counted = 0
  }

  private struct OpenCall {
    /// Which one it is of those that were taken from the buffer; 0 for one of a former process.
    let number: Int
    /// Whether the next process can continue it.
    var isKept = false
    /// Continues it once everything is sent. The connection is an argument, because a closure that
    /// retained it would keep it for ever.
    var resume: (@Sendable (Connection) -> Void)?
    /// Called once a complete call waits behind it.
    var nextCallArrived: (@Sendable () -> Void)?
  }

  /// - Parameter isWaiting: Whether the connection comes from a former process. Its calls then wait
  ///   for `resume()`.
  init(
    _ id: ConnectionID,
    _ peer: PeerCredentials,
    _ service: Service,
    _ limits: WireLimits,
    _ budget: ByteBudget,
    _ scheduler: CallScheduler,
    of server: VarlinkServer,
    isWaiting: Bool = false
  ) {
    self.id = id
    self.peer = peer
    self.service = service
    self.limits = limits
    self.budget = budget
    self.scheduler = scheduler
    self.loop = server.loop
    self.server = server
    let openCall = isWaiting ? OpenCall(number: 0, isKept: true) : nil
    state = Mutex(State(progress: Progress(openCall: openCall, isKept: isWaiting)))
  }

  public var isOpen: Bool { state.withLock { $0.stream != nil } }

  /// Bytes that were not served or sent yet.
  var bufferedBytes: Int { state.withLock { $0.stream?.bufferedBytes ?? 0 } }

  /// Ends the connection without sending buffered replies.
  public func close() {
    end(.closed)
  }

  /// Ends the connection when the calls that have arrived are answered and their replies sent. No
  /// later call is read.
  public func finish() {
    whileOpen { (progress, stream) throws(ConnectionEnd) in
      guard !progress.isFinishing else { return }
      progress.isFinishing = true
      try stream.receive()
      stream.stopReading()
      try proceed(&progress, &stream)
    }
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
    // Made under the lock, so that the compiler knows that nothing else refers to it.
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
    whileOpen { (_, _) throws(ConnectionEnd) in throw reason }
  }
}

extension Connection {
  private func react(to readiness: Readiness) {
    whileOpen { (progress, stream) throws(ConnectionEnd) in
      if readiness.contains(.writable) { try stream.flush() }
      // A peer that disconnects while a call waits has no use for the reply. One that only shuts
      // down writing still reads it.
      if progress.openCall != nil, !readiness.isDisjoint(with: [.hangUp, .failed]) { throw .hungUp }
      // Set the mark before reading, since the bytes received are lost if this process dies.
      if progress.isKept, stream.wantsInput { try stream.mark(true) }
      if readiness != .writable { try stream.receive() }
      try proceed(&progress, &stream)
    }
  }

  /// Queues the connection if it may have a call to serve.
  private func proceed(_ progress: inout Progress, _ stream: inout WireStream) throws(ConnectionEnd) {
    if !progress.isQueued, Self.maySeeWork(progress, stream) {
      progress.isQueued = true
      scheduler.enqueue(self)
    }
    if progress.openCall?.nextCallArrived != nil, stream.findMessage(), let number = progress.openCall?.number,
      let nextCallArrived = progress.openCall?.nextCallArrived.take()
    {
      // Deferred, because it may answer the call, which sends on this connection.
      loop.perform { [weak self] in if self?.isAnswering(number) == true { nextCallArrived() } }
    }
    try settle(&progress, &stream)
  }

  /// Whether `serve` may find work: the rest of a list once its last part was read, or the next
  /// call.
  private static func maySeeWork(_ progress: Progress, _ stream: borrowing WireStream) -> Bool {
    if progress.openCall == nil { return stream.hasInput }
    return progress.openCall?.resume != nil && stream.isAllSent
  }

  /// Calls `body` once a complete call waits behind the one that is being answered.
  public func whenNextCallArrives(_ body: @escaping @Sendable () -> Void) {
    whileOpen { (progress, stream) throws(ConnectionEnd) in
      guard progress.openCall != nil else { return }
      progress.openCall?.nextCallArrived = body
      try proceed(&progress, &stream)
    }
  }

  /// Whether the call with this number still waits for its last reply; the next one may be under
  /// way.
  private func isAnswering(_ number: Int) -> Bool {
    state.withLock { $0.progress.openCall?.number == number }
  }

  /// Continues a call, or serves the next one, if one is complete.
  func serve() {
    switch next() {
    case nil: break
    case .call(let message): service.handle(Call(message, on: self), message.parameters)
    case .continuation(let resume): resume(self)
    }
  }

  private enum Work {
    case call(CallMessage)
    /// The rest of a call that sent a part of its replies.
    case continuation(@Sendable (Connection) -> Void)
  }

  /// Takes what there is to do now; nil if there is nothing.
  private func next() -> Work? {
    var work: Work?
    whileOpen { (progress, stream) throws(ConnectionEnd) in
      progress.isQueued = false
      if let timeout = progress.timeout.take() { loop.cancel(timeout) }
      if progress.openCall == nil {
        work = try takeCall(&progress, &stream).map(Work.call)
      } else {
        work = progress.openCall?.resume.take().map(Work.continuation)
      }
    }
    return work
  }

  /// Takes the next call; without one it settles.
  private func takeCall(_ progress: inout Progress, _ stream: inout WireStream) throws(ConnectionEnd) -> CallMessage? {
    guard let call = try stream.next(CallMessage.init) else {
      try settle(&progress, &stream)
      return nil
    }
    progress.callCount += 1
    progress.openCall = OpenCall(number: progress.callCount)
    return call
  }

  /// Ends the connection when the peer has stopped writing and all its calls are answered.
  /// Otherwise it sets what epoll waits for.
  private func settle(_ progress: inout Progress, _ stream: inout WireStream) throws(ConnectionEnd) {
    if stream.hasReadEnd, progress.openCall == nil, !progress.isQueued {
      if stream.hasInput, !progress.isFinishing { throw .violated(.cutShort) }
      if stream.isAllSent { throw progress.isFinishing ? .closed : .finished }
      if progress.isFinishing { limitReading(&progress) }
    }
    try stream.updateInterest()
  }

  /// Ends the connection if the peer does not read what it waits for.
  private func limitReading(_ progress: inout Progress) {
    guard progress.timeout == nil else { return }
    let limit = limits.readingTime
    progress.timeout = loop.after(limit) { [weak self] in self?.end(.unread(limit)) }
  }

  /// Sends a reply to a call, unless the connection has ended or the caller accepts none.
  func send(
    _ message: [UInt8],
    replyingTo call: Call,
    continues: Bool,
    resume: (@Sendable (Connection) -> Void)? = nil
  ) {
    let isOneway = call.isOneway
    whileOpen { (progress, stream) throws(ConnectionEnd) in
      if continues { progress.openCall?.resume = resume } else { progress.openCall = nil }
      if !isOneway { try stream.send(message) }
      if resume != nil, !stream.isAllSent { limitReading(&progress) }
      try proceed(&progress, &stream)
    }
  }
}

extension Connection {
  /// Runs `body` unless the connection has ended; an error ends it.
  private func whileOpen(_ body: (inout Progress, inout WireStream) throws(ConnectionEnd) -> Void) {
    state.withLock { state in
      guard state.stream != nil else { return }
      do throws(ConnectionEnd) {
        try change(body, &state.progress, &state.stream!)
      } catch {
        // Replies to the calls before a violation are still sent.
        if case .violated = error { try? state.stream?.flush() }
        if let timeout = state.progress.timeout.take() { loop.cancel(timeout) }
        budget.change(peer.user, by: -state.progress.counted)
        state.progress.openCall = nil
        state.progress.counted = 0
        end(state.stream.take()!, error)
      }
    }
  }

  /// Runs `body`, then counts what the buffers hold and marks the socket.
  private func change(
    _ body: (inout Progress, inout WireStream) throws(ConnectionEnd) -> Void,
    _ progress: inout Progress,
    _ stream: inout WireStream
  ) throws(ConnectionEnd) {
    try body(&progress, &stream)
    try count(stream.bufferedBytes, in: &progress)
    guard progress.isKept else { return }
    try stream.mark(stream.hasInput || !stream.isAllSent || progress.openCall?.isKept == false)
  }

  private func end(_ stream: consuming WireStream, _ reason: ConnectionEnd) {
    // Closing our descriptor is not enough for the peer to notice: systemd may have a duplicate. A
    // server that stops leaves that duplicate to the next process.
    if reason != .stopped { stream.shutDown() }
    // Unread bytes may come with descriptors of the peer's choice, whose last close may wait for as
    // long as the peer likes. Everything else is dropped here, except what the next process will
    // read.
    guard let server else { return }
    let isEmpty = reason == .stopped ? stream.isUnreadEmpty : stream.dropUnread()
    let leftover = isEmpty ? nil : stream.release()
    server.remove(self, reason, leftover: leftover)
  }

  /// Counts the buffered bytes beyond what an ordinary call needs. The rest is limited by the
  /// number of connections.
  private func count(_ buffered: Int, in progress: inout Progress) throws(ConnectionEnd) {
    let growth = max(0, buffered - WireLimits.freeBytes) - progress.counted
    guard growth != 0 else { return }
    guard growth < 0 || budget.admits(peer.user, adding: growth) else { throw .overBudget(limit: limits.userBytes) }
    budget.change(peer.user, by: growth)
    progress.counted += growth
  }
}

/// Connections that outlive this process: a duplicate of the socket is kept elsewhere, and the next
/// process adopts it.
///
/// The socket is marked while this process has read a call that is not answered, or has a reply to
/// send. If it dies then, the next process knows that the peer would wait forever, and closes the
/// connection.
extension Connection {
  /// A duplicate of the socket to keep; nil if the connection has ended.
  public func keep() throws(SystemError) -> Descriptor? {
    let socket = try duplicate()
    whileOpen { progress, _ in progress.isKept = true }
    return socket
  }

  /// Says whether the next process can continue the call that waits for its last reply.
  public func keepCall(_ isKept: Bool) {
    whileOpen { progress, _ in progress.openCall?.isKept = isKept }
  }

  /// Serves calls on a connection of a former process.
  public func resume() {
    whileOpen { (progress, stream) throws(ConnectionEnd) in
      progress.openCall = nil
      try proceed(&progress, &stream)
    }
  }

  /// Continues a call that a former process has received; later calls wait for its last reply.
  public func resumeCall(of method: String) -> Call {
    Call(CallMessage(method: method, kind: .more), on: self)
  }
}
