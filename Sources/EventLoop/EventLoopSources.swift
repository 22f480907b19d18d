extension EventLoop {
  /// Waits on a descriptor that nobody outside the loop sees, and that is closed when the watch ends.
  ///
  /// Calls `react` on the loop, once a turn, as long as the descriptor can be read.
  func watch(
    source descriptor: consuming Descriptor,
    _ react: @escaping @Sendable (WatchToken, borrowing Descriptor) -> Void
  ) throws(SystemError) -> Watch {
    let token = makeToken(for: descriptor.number)
    let source = Shared(descriptor)
    try begin(token, for: .readable) { _ in react(token, source.value) }
    return Watch(loop: self, token: token)
  }
}
