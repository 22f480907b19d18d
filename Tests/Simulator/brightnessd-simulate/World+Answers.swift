/// Every call is answered.
extension World {
  /// The longest that a call waits besides its fade: for a light that hangs until that is noticed,
  /// which takes a second, and for what the daemon tries again after a second.
  private static let longestWait: Int64 = 4_000_000_000

  /// From now on a client waits for the next reply, or the end of its connection.
  func expectReply(_ client: SimulatedClient) { client.due = now + Self.longestWait }

  /// The daemon has begun, or time has passed in which it did nothing.
  func expectRepliesLater() {
    for client in clients { expectReply(client) }
  }

  /// Each client that reads has its replies, and connections that had to end have ended.
  func verifyCalls() {
    for client in clients where now >= client.due {
      if client.mustEnd { fail("the connection of client \(client.number) was not ended") }
      guard client.isReading, let call = client.unanswered.first, !mayWait(client, call) else { continue }
      fail("client \(client.number) gets no reply to \(call)")
    }
  }

  /// Whether a call without its last reply is not done yet.
  private func mayWait(_ client: SimulatedClient, _ call: SimulatedClient.Call) -> Bool {
    switch call.request {
    // It reports lights, if the daemon knows any.
    case .watch: client.isStreaming || isUncertain || !lights.contains { $0.isKnown && $0.isHealthy }
    case .hold:
      client.isStreaming
        && (isUncertain || isNearDeadline || client.mayBeEnded || client.scenes.contains { $0.number == client.held })
    default: false
    }
  }

  /// Lets clients read until their calls are answered.
  func awaitReplies() {
    for client in clients { change(client, isReading: true) }
    pass(6_000)
  }
}
