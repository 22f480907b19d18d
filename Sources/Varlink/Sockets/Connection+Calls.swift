import EventLoop

extension Connection {
  /// The socket is ready for something, or the peer is gone.
  func react(to readiness: Readiness) {
    obeying { (stream) throws(ConnectionEnd) in
      if readiness.contains(.writable) { try stream.flush() }
      // Whoever waits for an answer and goes has nothing more to say.
      if isAnswering, !readiness.isDisjoint(with: [.hangUp, .failed]) { throw .hungUp }
      try markBeforeReading(stream)
      try stream.receive()
      try serve(stream)
    }
  }

  /// Begins the calls that have come, one after another, as long as each is answered at once.
  private func serve(_ stream: WireStream) throws(ConnectionEnd) {
    isServing = true
    defer { isServing = false }
    var share = Self.callsPerTurn
    while !isAnswering, self.stream != nil {
      guard share > 0 else {
        serveLater()
        break
      }
      share -= 1
      guard let message = try nextCall(from: stream) else { break }
      begin(message)
    }
    guard self.stream != nil else { return }
    try stream.flush()
    try finishIfDone(stream)
    if self.stream != nil { try stream.updateInterest() }
  }

  private func nextCall(from stream: WireStream) throws(ConnectionEnd) -> CallMessage? {
    do {
      return try stream.input.next { [nesting = limits.nesting] (bytes) throws(WireViolation) in
        try CallMessage.read(bytes, nesting: nesting)
      }
    } catch {
      throw .violated(error)
    }
  }

  private func begin(_ message: CallMessage) {
    isAnswering = true
    isCallKept = false
    service.handle(Call(message, on: self), message.parameters)
  }

  /// The peer has said all, and was answered: what is left of its input is no call.
  private func finishIfDone(_ stream: WireStream) throws(ConnectionEnd) {
    guard stream.hasReadEnd, !isAnswering, !isServiceDue else { return }
    guard stream.input.count == 0 else { throw .violated(.cutShort) }
    if stream.isAllSent { throw .finished }
  }

  private func serveLater() {
    guard !isServiceDue else { return }
    isServiceDue = true
    loop.perform { [weak self] in self?.assumeIsolated { $0.serveNow() } }
  }

  private func serveNow() {
    isServiceDue = false
    obeying { (stream) throws(ConnectionEnd) in try serve(stream) }
  }

  /// Does something with what is connected; the connection ends with what goes wrong.
  func obeying(_ body: (WireStream) throws(ConnectionEnd) -> Void) {
    guard let stream else { return }
    do {
      try body(stream)
      if self.stream != nil { try updateMark(stream) }
    } catch {
      // What was answered before the fault still belongs to the peer.
      if case .violated = error { try? stream.flush() }
      end(error)
    }
  }
}

/// A connection that somebody else has kept.
extension Connection {
  /// Serves what has come, and what comes from now on.
  public nonisolated func goOn() {
    assumeIsolated { connection in
      connection.isAnswering = false
      connection.isCallKept = false
      connection.serveLater()
    }
  }

  /// Goes on with a call that was begun by whoever had the connection before; those behind it wait for its last reply.
  public nonisolated func goOn(with method: String) -> Call {
    Call(CallMessage(method: method, wantsMore: true), on: self)
  }
}

extension Connection {
  /// Sends a reply to a call, unless the caller is gone or wants none.
  func answer(_ call: borrowing Call, _ message: [UInt8], continues: Bool) {
    obeying { (stream) throws(ConnectionEnd) in
      if !continues { isAnswering = false }
      if !call.isOneway { try stream.send(message, inBurst: isServing) }
      guard !isServing else { return }
      if !isAnswering, stream.input.count > 0 || stream.hasReadEnd { serveLater() }
      try stream.updateInterest()
    }
  }
}
