import EventLoop

extension VarlinkClient {
  /// Calls a method and waits for its one reply.
  public func call<Output: JSONObjectReadable>(
    _ method: String,
    _ parameters: some JSONObjectWritable = NoFields(),
    for _: Output.Type = Output.self
  ) async throws(CallError) -> Output {
    // Who waits is told once; see docs/decisions/0020-a-short-program.md.
    let result = await withUnsafeContinuation { continuation in
      send(method, parameters, .plain) { continuation.resume(returning: $0) }
    }
    return try Self.output(of: method, try result.get())
  }

  /// Calls a method that gives nothing back, and waits until it is done.
  public func call(_ method: String, _ parameters: some JSONObjectWritable = NoFields()) async throws(CallError) {
    _ = try await call(method, parameters, for: NoFields.self)
  }

  /// Calls a method for as many replies as it has. To leave before the last one closes the connection.
  public nonisolated func replies<Output: JSONObjectReadable>(
    to method: String,
    _ parameters: some JSONObjectWritable = NoFields(),
    as _: Output.Type = Output.self
  ) -> AsyncThrowingStream<Output, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Output.self)
    continuation.onTermination = { termination in
      guard case .cancelled = termination else { return }
      self.loop.perform { self.close() }
    }
    call(method, parameters, wantsMore: true) { result in
      do {
        let reply = try result.get()
        continuation.yield(try Self.output(of: method, reply))
        if !reply.continues { continuation.finish() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
    return stream
  }

  /// Calls a method and hands each reply to `receive`, on the loop; a failure is the last that it gets.
  public nonisolated func call(
    _ method: String,
    _ parameters: some JSONObjectWritable,
    wantsMore: Bool,
    _ receive: @escaping Receive
  ) {
    assumeIsolated { $0.send(method, parameters, wantsMore ? .more : .plain, receive) }
  }

  /// Calls a method and wants no reply, not even an error.
  public nonisolated func callOneway(_ method: String, _ parameters: some JSONObjectWritable = NoFields()) {
    assumeIsolated { $0.send(method, parameters, .oneway) { _ in } }
  }

  private static func output<Output: JSONObjectReadable>(
    of method: String,
    _ reply: Reply
  ) throws(CallError) -> Output {
    do {
      return try Output(json: JSONInput(.object(reply.parameters), mayHoldMore: true))
    } catch {
      throw .unreadable(method: method, error)
    }
  }
}

extension VarlinkClient {
  private func send(
    _ method: String,
    _ parameters: some JSONObjectWritable,
    _ kind: CallKind,
    _ receive: @escaping Receive
  ) {
    guard ended == nil else { return tell([Waiting(kind: kind, receive: receive)]) }
    if kind != .oneway { waiting.append(Waiting(kind: kind, receive: receive)) }
    obeying { (stream) throws(ConnectionEnd) in
      try stream.send(CallMessage.text(method, parameters, kind), inBurst: false)
      try stream.updateInterest()
    }
  }

  func react(to readiness: Readiness) {
    obeying { (stream) throws(ConnectionEnd) in
      if readiness.contains(.writable) { try stream.flush() }
      try stream.receive()
      while self.stream != nil, let reply = try nextReply(from: stream) { try deliver(reply) }
      guard self.stream != nil else { return }
      if stream.hasReadEnd { throw stream.input.count == 0 ? .finished : .violated(.cutShort) }
      try stream.updateInterest()
    }
  }

  private func nextReply(from stream: WireStream) throws(ConnectionEnd) -> ReplyMessage? {
    do {
      return try stream.input.next { [nesting = limits.nesting] (bytes) throws(WireViolation) in
        try ReplyMessage.read(bytes, nesting: nesting)
      }
    } catch {
      throw .violated(error)
    }
  }

  private func deliver(_ reply: ReplyMessage) throws(ConnectionEnd) {
    guard let first = waiting.first else { throw .violated(.replyToNothing) }
    if reply.continues && first.kind != .more { throw .violated(.continuesUnasked) }
    if !reply.continues { waiting.removeFirst() }
    if let error = reply.error {
      first.receive(.failure(.answered(ErrorReply(name: error, parameters: reply.parameters))))
    } else {
      first.receive(.success(Reply(parameters: reply.parameters, continues: reply.continues)))
    }
  }

  private func obeying(_ body: (WireStream) throws(ConnectionEnd) -> Void) {
    guard let stream else { return }
    do {
      try body(stream)
    } catch {
      end(error)
    }
  }

  func end(_ reason: ConnectionEnd) {
    guard ended == nil else { return }
    ended = reason
    stream = nil
    tell(waiting)
    waiting = []
  }

  /// Told later: a caller is not prepared for an answer in the middle of its call.
  private func tell(_ callers: [Waiting]) {
    guard let ended, !callers.isEmpty else { return }
    loop.perform { for caller in callers { caller.receive(.failure(.disconnected(ended))) } }
  }
}
