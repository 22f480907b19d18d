import EventLoop

/// A connection that somebody keeps for when this process ends, and with which another process may go on then.
///
/// While anything of it is in this process alone, its socket is marked: a call that has come without its answer, or an answer that has not
/// left. Whoever finds the mark knows that the peer would wait for ever.
extension Connection {
  /// The socket once more, for whoever keeps it; nil if the connection has ended. From now on it is marked as long as it has to be.
  public nonisolated func keep() throws(SystemError) -> Descriptor? {
    let socket = try duplicate()
    assumeIsolated { connection in
      connection.isKept = true
      connection.obeying { _ in }
    }
    return socket
  }

  /// Says whether the call that is being answered is lost with this process, or another goes on with it.
  public nonisolated func keepCall(_ isKept: Bool) {
    assumeIsolated { connection in
      connection.isCallKept = isKept
      connection.obeying { _ in }
    }
  }

  /// Whether anything would be lost with this process.
  private func isAtStake(_ stream: WireStream) -> Bool {
    stream.input.count > 0 || !stream.isAllSent || isAnswering && !isCallKept
  }

  /// Marks the socket before anything is taken from it: what comes would be lost from then on.
  func markBeforeReading(_ stream: WireStream) throws(ConnectionEnd) {
    if isKept, stream.wantsInput { try stream.mark(true) }
  }

  /// Marks the socket where that is due, and takes the mark away where it is no more.
  func updateMark(_ stream: WireStream) throws(ConnectionEnd) {
    if isKept { try stream.mark(isAtStake(stream)) }
  }
}
