extension EventLoop {
  /// Calls `callback` on the loop, once a turn, as long as the descriptor is ready for what is waited for.
  public func watch(
    _ descriptor: consuming Descriptor,
    for interest: Readiness,
    _ callback: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) -> WatchedDescriptor {
    try descriptor.stopWaiting()
    let token = makeToken(for: descriptor.number)
    try begin(token, for: interest, callback)
    return WatchedDescriptor(descriptor, self, token)
  }

  func makeToken(for number: CInt) -> WatchToken {
    withState { $0.watches.makeToken(for: number) }
  }

  /// Watches a descriptor that stays open until `end` is called.
  func begin(
    _ token: WatchToken,
    for interest: Readiness,
    _ callback: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) {
    if !interest.isEmpty { try epoll.add(token.number, interest, token) }
    let entry = WatchTable.Entry(token: token, interest: interest, callback: callback)
    let stale = withState { $0.watches.insert(entry) }
    withExtendedLifetime(stale) {}
  }

  func changeInterest(of token: WatchToken, to interest: Readiness) throws(SystemError) {
    guard let old = withState({ $0.watches[token]?.interest }), old != interest else { return }
    switch (old.isEmpty, interest.isEmpty) {
    case (true, _): try epoll.add(token.number, interest, token)
    case (_, true): epoll.remove(token.number)
    default: try epoll.change(token.number, interest, token)
    }
    withState { $0.watches.changeInterest(of: token, to: interest) }
  }

  /// Ends a watch whose descriptor is about to be closed, on whichever thread: the kernel forgets it at once.
  func endBeforeClosing(_ token: WatchToken) {
    if !isOnLoop { epoll.remove(token.number) }
    end(token)
  }

  func end(_ token: WatchToken) {
    guard isOnLoop else { return perform { self.end(token) } }
    guard let entry = withState({ $0.watches.remove(token) }) else { return }
    if !entry.interest.isEmpty { epoll.remove(token.number) }
    withExtendedLifetime(entry) {}
  }

  /// How many descriptors are waited for.
  public var watchCount: Int { withState { $0.watches.count } }
}
