/// Something the loop waits for on somebody's behalf; it ends when this value goes away, on whichever thread.
public struct Watch: ~Copyable, Sendable {
  let loop: EventLoop
  let token: WatchToken

  deinit {
    loop.end(token)
  }
}

/// A descriptor and the wait for it, which ends before the descriptor is closed.
public struct WatchedDescriptor: ~Copyable, Sendable {
  public let descriptor: Descriptor
  private let loop: EventLoop
  private let token: WatchToken

  init(_ descriptor: consuming Descriptor, _ loop: EventLoop, _ token: WatchToken) {
    self.descriptor = descriptor
    self.loop = loop
    self.token = token
  }

  deinit {
    loop.endBeforeClosing(token)
  }

  /// Waits for something else from now on; for `[]` it waits for nothing at all, errors and hang-ups included.
  public func wait(for interest: Readiness) throws(SystemError) {
    try loop.changeInterest(of: token, to: interest)
  }
}
