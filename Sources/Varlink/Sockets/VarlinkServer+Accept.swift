import EventLoop
import Glibc

extension VarlinkServer {
  nonisolated func listen(on socket: consuming Descriptor, _ file: consuming SocketFile?) throws(VarlinkError) {
    let number = socket.number
    let listener: Listener
    do throws(SystemError) {
      listener = try Listener(socket, file, on: loop, calls: calls) { [weak self] _ in
        self?.assumeIsolated { $0.acceptWaiting(at: number) }
      }
    } catch {
      throw .refused(error)
    }
    assumeIsolated { $0.listeners[number] = listener }
  }

  private func acceptWaiting(at number: CInt) {
    guard let listener = listeners[number] else { return }
    let trouble = listener.acceptWaiting { socket in
      do throws(VarlinkError) {
        _ = try admit(socket)
      } catch {
        events.trouble(error)
      }
    }
    if let trouble {
      if !isTroubleTold { events.trouble(.refused(trouble)) }
      retryLater()
    }
    isTroubleTold = trouble != nil
  }

  /// Opens a connection, unless a limit speaks against it: then it is closed and counts for nothing.
  nonisolated func admit(
    _ socket: consuming Descriptor,
    as former: ConnectionID? = nil
  ) throws(VarlinkError) -> Connection {
    let refusal: VarlinkError?
    let connection: Connection
    do throws(SystemError) {
      let peer = try calls.identify(socket)
      refusal = onLoop(peer.user) { $0.refusal(of: $1) }
      connection = onLoop((peer, former)) { $0.makeConnection(with: $1.0, as: $1.1) }
      if refusal == nil { try connection.open(socket) }
    } catch {
      throw .refused(error)
    }
    if let refusal { throw refusal }
    onLoop(connection) { $0.register($1) }
    events.opened(connection)
    return connection
  }
}

extension VarlinkServer {
  private func refusal(of user: uid_t) -> VarlinkError? {
    guard connections.count < limits.connections else { return .tooManyConnections(limit: limits.connections) }
    guard user != 0, connectionsOfUser[user, default: 0] >= limits.connectionsPerUser else { return nil }
    return .tooManyConnectionsOfUser(user, limit: limits.connectionsPerUser)
  }

  private func makeConnection(with peer: PeerCredentials, as former: ConnectionID?) -> Connection {
    precondition(former.map { connections[$0] == nil } ?? true, "a number names one connection")
    let id = former ?? ConnectionID(rawValue: lastID + 1)
    lastID = max(lastID, id.rawValue)
    return Connection(id, peer, service, limits, on: loop, isWaiting: former != nil) { [weak self] ended, reason in
      // Told later: the end may come in the middle of an answer, whose sender is not prepared for it.
      ended.loop.perform { [weak self] in self?.onLoop((ended, reason)) { $0.forget($1.0, $1.1) } }
    }
  }

  private func register(_ connection: Connection) {
    connections[connection.id] = connection
    connectionsOfUser[connection.peer.user, default: 0] += 1
  }

  private func forget(_ connection: Connection, _ reason: ConnectionEnd) {
    connections[connection.id] = nil
    let left = connectionsOfUser[connection.peer.user, default: 1] - 1
    connectionsOfUser[connection.peer.user] = left == 0 ? nil : left
    if case .abandoned(let method) = reason { events.trouble(.abandoned(method: method)) }
    events.closed(connection, reason)
    if ended.append(connection) { closeSocketsOfTurn() }
  }

  /// When all that ended in this turn is known.
  private nonisolated func closeSocketsOfTurn() {
    loop.perform { [weak self] in self?.onLoop(()) { server, _ in server.closeSockets() } }
  }

  private func closeSockets() {
    let closable = ended.takeClosable(beside: connections.count, limit: limits.connections)
    for connection in closable { connection.closeSocket() }
    if !closable.isEmpty { resumeListeners() }
    if !ended.isEmpty { loop.after(.zero) { [weak self] in self?.closeSocketsOfTurn() } }
  }
}

extension VarlinkServer {
  /// Tries again when one of our own connections ends, or else after a while.
  private func retryLater() {
    guard retry == nil else { return }
    retry = loop.after(pause) { [weak self] in self?.assumeIsolated { $0.resumeListeners() } }
  }

  private func resumeListeners() {
    guard retry != nil else { return }
    cancelRetry()
    let areAllResumed = listeners.values.filter(\.isPaused).reduce(true) { $1.resume() && $0 }
    if !areAllResumed { retryLater() }
  }

  func cancelRetry() {
    guard let timer = retry.take() else { return }
    loop.cancel(timer)
  }
}
