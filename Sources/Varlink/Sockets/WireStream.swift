import EventLoop

/// One end of a connection: its socket, what came and was not read yet, what waits for the peer to read.
final class WireStream {
  /// How much one readiness may bring in, so that a peer that floods gets its share and no more.
  static let bytesPerTurn = 16 << 10
  /// What most calls are smaller than.
  private static let bytesOnStack = 1 << 10
  /// From how much on a burst of replies is sent without waiting for its end.
  private static let burst = 16 << 10

  var input: FrameBuffer
  private(set) var hasReadEnd = false
  private var output = Outbox()
  private var socket: WatchedDescriptor
  private var interest: Readiness
  private var isMarked = false
  private let limits: WireLimits

  init(
    _ socket: consuming Descriptor,
    on loop: EventLoop,
    limits: WireLimits,
    _ receive: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) {
    input = FrameBuffer(limit: limits.messageBytes)
    interest = .readable
    self.limits = limits
    self.socket = try loop.watch(socket, for: .readable, receive)
  }

  var isAllSent: Bool { output.isEmpty }

  var number: CInt { socket.descriptor.number }

  /// Marks the socket for whoever has a copy of it, or takes the mark away.
  func mark(_ isMarked: Bool) throws(ConnectionEnd) {
    guard isMarked != self.isMarked else { return }
    self.isMarked = isMarked
    try obeying { () throws(SystemError) in try socket.descriptor.mark(isMarked) }
  }

  /// Ends the connection for its peer, of whom nothing is heard any more.
  func shutDown() {
    // To wait for nothing takes nothing that the kernel could refuse.
    try? socket.wait(for: [])
    socket.descriptor.shutDown()
  }

  /// Takes in what has come, once.
  func receive() throws(ConnectionEnd) {
    guard wantsInput, try receive(upTo: Self.bytesOnStack) == Self.bytesOnStack else { return }
    _ = try receive(upTo: Self.bytesPerTurn - Self.bytesOnStack)
  }

  /// Reads how many bytes there are, up to a number that the compiler has to know where it is to find room on the stack.
  @inline(__always)
  private func receive(upTo most: Int) throws(ConnectionEnd) -> Int {
    try obeying { () throws(SystemError) in
      try withUnsafeTemporaryAllocation(byteCount: most, alignment: 1) { (buffer) throws(SystemError) in
        guard let count = try socket.descriptor.read(into: buffer) else { return 0 }
        if count == 0 { hasReadEnd = true }
        input.append(buffer[..<count])
        return count
      }
    }
  }

  /// Queues a message; in a burst it leaves with those that follow.
  func send(_ message: [UInt8], inBurst: Bool) throws(ConnectionEnd) {
    output.append(message)
    if !inBurst || output.count >= Self.burst { try flush() }
    guard output.count <= limits.outputBytes else { throw .tooSlow(limit: limits.outputBytes) }
  }

  /// Sends what the peer has room for.
  func flush() throws(ConnectionEnd) {
    try obeying { () throws(SystemError) in
      try output.flush { (bytes) throws(SystemError) in try socket.descriptor.send(bytes) }
    }
  }

  /// Waits for what can be used from now on.
  func updateInterest() throws(ConnectionEnd) {
    var wanted: Readiness = []
    if wantsInput { wanted.insert(.readable) }
    if !output.isEmpty { wanted.insert(.writable) }
    // A hang-up is reported to whoever waits for anything; urgent data never comes.
    if wanted.isEmpty { wanted = .urgent }
    guard wanted != interest else { return }
    interest = wanted
    try obeying { () throws(SystemError) in try socket.wait(for: wanted) }
  }

  /// A peer that sends faster than it is answered waits in the kernel once a whole message may be here.
  var wantsInput: Bool { !hasReadEnd && input.count <= limits.messageBytes }

  @inline(__always)
  private func obeying<Value>(_ body: () throws(SystemError) -> Value) throws(ConnectionEnd) -> Value {
    do {
      return try body()
    } catch {
      throw ConnectionEnd(error)
    }
  }
}
